import Fastify from "fastify";
import t, { type Test } from "tap";
import { registerContract } from "../src/bind.ts";
import { changed } from "../src/failure.ts";
import type { RequiredIfMatch } from "../src/request/preconditions.ts";
import { etagOf } from "../src/response/etag.ts";
import { toJsonText } from "../src/response/json.ts";
import { PetHandlers, petBinding, petContract } from "./support/pets.ts";

const PARAMETER = "{ name: If-Match, in: header, required: true, schema: { type: string } }";

/** Serves dogs whose `PUT` requires `If-Match`, and has more responses of the contract. */
async function serveRequired(t: Test, responses: string) {
  const versions: unknown[] = [];
  const contract = petContract((yaml) =>
    yaml
      .replace("parameters: [{ name: id, in: path,", `parameters: [${PARAMETER}, { name: id, in: path,`)
      .replace('"413": *failure', `"413": *failure${responses}`),
  );
  class Handlers extends PetHandlers {
    override async updateDog(call: Parameters<PetHandlers["updateDog"]>[0] & { readonly ifMatch: RequiredIfMatch }) {
      const read = async () => ({ body: { id: 1, name: "Rex" }, version: versions.length + 1 });
      return call.ifMatch(read, async (ifVersion) => {
        versions.push(ifVersion);
        if (versions.length === 1) throw changed();
        return { status: 201, headers: { Location: "/pets/dogs/1" }, body: { id: 1, name: call.body.name } };
      });
    }
  }
  const server = Fastify();
  t.teardown(() => server.close());
  const report = (violation: object) => t.fail("a response violates the contract", { violation });
  await registerContract(server, { ...petBinding(new Handlers()), contract, conformance: { share: 1, report } });
  const put = async (headers: Record<string, string>, payload: object | string = { name: "Rex", weight: 1 }) => {
    const authorization = "Bearer sesame";
    const options = { method: "PUT", url: "/pets/dogs/1", payload, headers: { authorization, ...headers } } as const;
    const response = await server.inject(options);
    return { status: response.statusCode, body: response.json<object>() };
  };
  return { put, versions };
}

const LISTED = '\n        "412": *failure\n        "428": *failure';

t.test("a required If-Match that is missing is a 428, before the body is read", async (t) => {
  const { put, versions } = await serveRequired(t, LISTED);
  const wrong = "If-Match is required, with the entity tag of the version that you read.";
  const expected = { status: 428, body: { wrong } };
  t.match(await put({}), expected);
  t.match(await put({ "content-type": "application/json" }, "{"), expected);
  t.match(await put({ authorization: "" }), { status: 401 }, "after the credential");
  t.same(versions, []);
});

t.test("without 428 in the contract it is a 400 that names the header", async (t) => {
  const { put } = await serveRequired(t, '\n        "412": *failure');
  t.match(await put({}), { status: 400, body: { details: [{ path: "/if-match", message: "is required" }] } });
});

t.test("the handler always gets the version that it read, and starts over when it is old", async (t) => {
  const tag = await etagOf(await toJsonText({ id: 1, name: "Rex" }));
  for (const header of ["*", tag]) {
    const { put, versions } = await serveRequired(t, LISTED);
    t.match(await put({ "if-match": '"other"' }), { status: 412 });
    t.match(await put({ "if-match": header }), { status: 201 });
    t.same(versions, [1, 2]);
  }
});
