import t from "tap";
import { triptych } from "triptych/tap";
import { exampleOf } from "../../harness/example-request.ts";
import { ENDPOINTS, effectsOf, signIn } from "../effects/requests.ts";
import { sender } from "../support/app.ts";

/** The statuses of the example requests that do not succeed, and why. */
const FAILURES: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  putUser: [409, "account 1 is the only administrator"],
  patchUser: [409, "account 1 is the only administrator"],
  deleteUser: [409, "account 1 is the only administrator"],
  joinCollection: [403, "account 1 owns collection 7, so the invitation is to another one"],
  revertUndoStep: [404, "the changes of the fixtures are older than a day"],
  getPicture: [404, "the ids of pictures are random"],
};

t.test("in test mode, the example request of each operation refers to what exists", async (t) => {
  const { base, fixtures, reset } = await triptych(t);
  const send = sender(base);
  const credentials = await signIn(send, fixtures.accounts.administrator);
  for (const endpoint of ENDPOINTS) {
    const { contract, operation } = endpoint;
    const example = exampleOf(contract, operation);
    // No example has a file.
    const { headers, body = example.body } = operation.fileField === undefined ? {} : effectsOf(endpoint).base;
    const { status } = await send(example.method, example.path, { headers: { ...credentials, ...headers }, body });
    const [expected, reason] = FAILURES[operation.id] ?? [200, "success"];
    t.ok(expected === 200 ? status < 300 : status === expected, `${operation.id} returns ${status}: ${reason}`);
    await reset();
  }
});
