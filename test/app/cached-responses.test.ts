import { setImmediate } from "node:timers/promises";
import t from "tap";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import type { Received } from "../support/app.ts";
import { createLamp, openOnFile } from "../support/app-on-file.ts";
import { createKey, createPerson } from "../support/people.ts";
import { remainingIn } from "../support/rate-limit.ts";

// These tests always run on SQLite; those of `cached-on-postgres.test.ts` on PostgreSQL.

function priceIn({ body }: Received): number | undefined {
  // The test server checks every body against the contract, which wraps a product in an array.
  return (body as { price: number }[])[0]?.price;
}

t.test("the third and later requests get the same response without a query, with a new request id", async (t) => {
  const app = await openOnFile(t);
  const { token } = await createPerson(app, "Ann");
  const lamp = await createLamp(app, token);
  for (const path of [lamp, "/api/products?limit=1"]) {
    const before = app.queries();
    const responses: Received[] = [];
    for (let time = 0; time < 5; time++) responses.push(await app.send("GET", path));
    t.equal(app.queries() - before, 2, path);
    for (const { status, headers, body } of responses) {
      t.same(
        [status, body, headers.get("etag"), headers.get("content-type")],
        [200, responses[0]?.body, responses[0]?.headers.get("etag"), "application/json; charset=utf-8"],
      );
    }
    t.equal(new Set(responses.map(({ headers }) => headers.get("x-request-id"))).size, 5);
    const conditional = { headers: { "if-none-match": String(responses[0]?.headers.get("etag")) } };
    t.match(await app.send("GET", path, conditional), { status: 304, body: "" });
    t.match(await app.send("HEAD", path), { status: 200, body: "" });
  }
});

t.test("a cached page has its Link to the next page", async (t) => {
  const app = await openOnFile(t);
  const { token } = await createPerson(app, "Ann");
  await createLamp(app, token);
  await createLamp(app, token);
  const links = new Set<unknown>();
  for (let time = 0; time < 4; time++) links.add((await app.send("GET", "/api/products?limit=1")).headers.get("link"));
  t.equal(links.size, 1);
  t.match([...links][0], /rel="next"/);
});

t.test("a response includes every write that any process had acknowledged before the request", async (t) => {
  const app = await openOnFile(t);
  const { token } = await createPerson(app, "Ann");
  const lamp = await createLamp(app, token);
  const raisePrices = app.other.prepare("update products set price = price + 1");
  let acknowledged = 0;
  let isDone = false;
  /** How many responses each of four readers has received. */
  const reads = [0, 0, 0, 0];
  const outdated: string[] = [];
  const reading = reads.map(async (_, reader) => {
    while (!isDone) {
      const atLeast = acknowledged;
      const price = priceIn(await app.send("GET", lamp)) ?? -1;
      if (price < atLeast) outdated.push(`${price} is older than ${atLeast}.`);
      reads[reader] = (reads[reader] ?? 0) + 1;
    }
  });
  for (let time = 1; time <= 150; time++) {
    // Either write sets the price to `time`.
    if (time % 2 === 0) raisePrices.run();
    else await app.send("PUT", lamp, { token, body: { price: time } });
    acknowledged = time;
    // Repeated, so that the response is cached.
    if (time % 10 === 0) for (let again = 0; again < 5; again++) await app.send("GET", lamp);
    // Every reader reads at least once per ten writes.
    while (Math.min(...reads) < time / 10) await setImmediate();
  }
  isDone = true;
  await Promise.all(reading);
  t.same(outdated, []);
  t.equal(priceIn(await app.send("GET", lamp)), 150);
});

t.test("accounts do not share cached responses, and credentials are checked before the cache", async (t) => {
  const app = await openOnFile(t);
  const { context, send } = app;
  const [ann, ben] = [await createPerson(app, "Ann"), await createPerson(app, "Ben")];
  const getUser = (credential: string) =>
    send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${credential}` } });
  const annsKey = await createKey(app, ann.id);
  for (let time = 0; time < 4; time++) {
    t.match(await getUser(ann.token), { status: 200, body: { user: { _id: ann.id } } });
    t.match(await getUser(annsKey), { status: 200, body: { user: { _id: ann.id } } });
    t.match(await getUser(ben.token), { status: 200, body: { user: { _id: ben.id } } });
  }
  const [key] = await apiKeys.list(context.database, ann.id);
  await apiKeys.revoke(context.database, context.clock, ann.id, key?.id ?? 0);
  t.equal((await getUser(annsKey)).status, 401);
  t.equal((await getUser("unknown")).status, 401);
  t.equal((await send("GET", "/rest/v1/user")).status, 401);
});

t.test("requests served from the cache count against the rate limit", async (t) => {
  const app = await openOnFile(t);
  const { id } = await createPerson(app, "Ann");
  const key = await createKey(app, id);
  const remaining: number[] = [];
  for (let time = 0; time < 4; time++) {
    const { status, headers } = await app.send("GET", `/api/v1/users/${id}.json`, { key });
    t.equal(status, 200);
    remaining.push(remainingIn({ headers }));
  }
  t.same(remaining, [599, 598, 597, 596]);
});
