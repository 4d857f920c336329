import type { FastifyInstance } from "fastify";
import t from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { Failure } from "../../src/errors.ts";
import { loadContract } from "../../src/http/contract/load.ts";
import type { Operation } from "../../src/http/contract/types.ts";
import { openApp, type Received, type TestApp } from "../support/app.ts";
import { type ExampleRequest, exampleOf } from "../support/example-request.ts";
import { formOf } from "../support/forms.ts";
import { join, keyOf, raise } from "../support/people.ts";
import { pngOf } from "../support/pictures.ts";

const CONTRACTS = ["catalogue", "users", "collections"].map((name) =>
  loadContract(new URL(`../../openapi/${name}.yaml`, import.meta.url)),
);

/** One secret, so that a token of one server is good for the others. */
const SETTINGS = { TOKEN_SECRET: "x".repeat(32) };

const app = await openApp(t, SETTINGS);
const withoutTables = await openWithout(openDatabase("sqlite::memory:"));
const withoutDatabase = await openWithout(openDatabase("postgres://nobody@127.0.0.1:1/nothing"));

const ann = await join(app, "Ann");
await raise(app, ann.id, 4);
const ANNS = credentialsOf(ann.token, await keyOf(app, ann.id));

/** A server whose database can't do its work. */
async function openWithout(database: Database): Promise<TestApp> {
  t.teardown(() => database.destroy());
  return openApp(t, SETTINGS, { database });
}

/** A credential of every kind; each contract looks at its own. */
function credentialsOf(token: string, key: string): Record<string, string> {
  return { "auth-token": token, authorization: `Bearer ${token}`, "x-auth-token": key };
}

/** Ids of things of Ann's, for the parameters of paths, by contract: a product, herself, a collection and an item, a picture. */
async function makeThings(): Promise<Values> {
  const { id: product } = await made("POST", "/api/products", { name: "Lamp", price: 1 });
  const { item: collection } = await made("POST", "/rest/v1/collection", { title: "Reading" });
  const { item } = await made("POST", "/rest/v1/raindrop", { link: "https://example.com/" });
  if (collection._id !== item._id) throw new Error("The first collection and the first item have not the same id.");
  const { item: covered } = await made("PUT", `/rest/v1/collection/${item._id}/cover`, FORM.body, FORM.headers);
  return {
    catalogue: { id: product },
    users: { id: String(ann.id) },
    collections: { id: String(item._id), collectionId: "0", picture: String(covered.cover).slice(-22) },
  };
}

async function made(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const { status, body: answer } = await app.send(method, path, { body, headers: { ...ANNS, ...headers } });
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}.`);
  return Object(answer);
}

type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

const FORM = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
const THERE = await makeThings();

/** Nothing has these ids. */
const MISSING: Values = {
  catalogue: { id: "f".repeat(24) },
  users: { id: "4711" },
  collections: { id: "4711", collectionId: "4711", picture: "x".repeat(22) },
};

interface Sent extends ExampleRequest {
  readonly headers?: Readonly<Record<string, string>>;
}

/** What brings a status about. */
interface Cause {
  readonly send: (request: Sent) => Promise<Received>;
  /** The ids in the path; those of what is there unless told. */
  readonly values?: Values;
}

const sendTo =
  ({ send }: TestApp, own: Record<string, string> = {}) =>
  ({ method, path, body, headers }: Sent) =>
    send(method, path, { body, headers: { ...ANNS, ...headers, ...own } });

const sendBody =
  (body: string, headers: Record<string, string> = {}) =>
  ({ method, path }: Sent) =>
    app.send(method, path, { body, headers: { ...ANNS, ...headers } });

/** By status, how it comes about in every operation that documents it, whatever that does. */
const CAUSES: Readonly<Record<string, Cause>> = {
  304: { send: sendTo(app, { "if-none-match": "*" }) },
  400: {
    send: (request) =>
      request.method === "GET" ? sendTo(app)({ ...request, path: request.wrongPath }) : sendBody("{")(request),
  },
  401: { send: sendTo(app, credentialsOf("junk", "junk")) },
  404: { send: sendTo(app), values: MISSING },
  412: { send: sendTo(app, { "if-match": '"old"' }) },
  413: { send: sendBody(JSON.stringify("x".repeat(1024 * 1024))) },
  415: { send: sendBody("{}", { "content-type": "text/plain" }) },
  500: { send: sendTo(withoutTables) },
  503: { send: sendTo(withoutDatabase) },
};

/** The statuses of an operation that come about so. One 404 does not: that of ids in a body. */
function causesOf({ path, responses }: Operation): [status: string, cause: Cause][] {
  return Object.entries(CAUSES)
    .filter(([status]) => responses[status] !== undefined)
    .filter(([status]) => status !== "404" || path.includes("{"));
}

for (const contract of CONTRACTS) {
  for (const operation of contract.operations) {
    const causes = causesOf(operation);
    t.test(`${operation.id} is answered ${causes.map(([status]) => status).join(", ")}`, async (t) => {
      for (const [status, { send, values = THERE }] of causes) {
        const example = exampleOf(contract, operation, values[contract.name]);
        const received = await send({ ...example, ...(operation.fileField !== undefined && FORM) });
        t.equal(received.status, Number(status));
      }
    });
  }
}

t.test("every request to the user administration is answered 429 when those of the hour are used up", async (t) => {
  const usedUp = await openApp(t, { ...SETTINGS, RATE_LIMIT_PER_HOUR: "1" });
  await usedUp.send("GET", "/api/v1/nowhere");
  for (const contract of CONTRACTS.filter(({ name }) => name === "users")) {
    for (const operation of contract.operations) {
      const { status } = await sendTo(usedUp)(exampleOf(contract, operation));
      t.equal(status, 429, operation.id);
    }
  }
  t.equal((await usedUp.send("GET", "/api/v1/nowhere")).status, 429);
});

t.test(
  "where no operation is reached a fault of the server is answered 500, and what does not answer 503",
  async (t) => {
    t.equal((await withoutTables.send("GET", "/api/v1/nowhere")).status, 500);
    t.equal((await withoutDatabase.send("GET", "/api/v1/nowhere")).status, 503);

    // The other contracts ask nothing of the database before an operation is reached, so that something else has to fail.
    let fault: Error = new Error("a fault");
    const extend = (app: FastifyInstance) => app.addHook("onRequest", () => Promise.reject(fault));
    const faulty = await openApp(t, SETTINGS, { extend });
    for (const path of ["/api/nowhere", "/rest/v1/nowhere"]) t.equal((await faulty.send("GET", path)).status, 500);
    fault = new Failure("unavailable", "Try again in a moment.", { retryAfter: 1 });
    for (const path of ["/api/nowhere", "/rest/v1/nowhere"]) t.equal((await faulty.send("GET", path)).status, 503);
  },
);
