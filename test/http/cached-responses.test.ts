import Sqlite from "better-sqlite3";
import t, { type Test } from "tap";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openApp, type Received } from "../support/app.ts";
import { join, keyOf } from "../support/people.ts";

// Answers are kept on SQLite alone; this runs whatever engine the other tests run on.

/** A server on a file, with a way to write to it as another process does, and the number of results that the database has given it. */
async function openOnFile(t: Test) {
  const path = `${t.testdir()}/triptych.db`;
  const file = openDatabase(`sqlite:${path}`);
  await migrate(file, `sqlite:${path}`);
  let results = 0;
  const database = file.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      results += 1;
      return result;
    },
  });
  const app = await openApp(t, {}, { database });
  const other = new Sqlite(path);
  t.teardown(async () => {
    other.close();
    await file.destroy();
  });
  return { ...app, other, results: () => results };
}

type Opened = Awaited<ReturnType<typeof openOnFile>>;

async function createLamp({ send }: Opened, token: string): Promise<string> {
  const { body } = await send("POST", "/api/products", { token, body: { name: "Lamp", price: 0 } });
  return `/api/products/${Reflect.get(Object(body), "id")}`;
}

function priceIn({ body }: Received): unknown {
  return Array.isArray(body) ? body[0].price : undefined;
}

t.test("what is asked for again and again is worked out twice, and answered alike", async (t) => {
  const app = await openOnFile(t);
  const { token } = await join(app, "Ann");
  const lamp = await createLamp(app, token);
  for (const path of [lamp, "/api/products?limit=1"]) {
    const before = app.results();
    const answers: Received[] = [];
    for (let time = 0; time < 5; time++) answers.push(await app.send("GET", path));
    t.equal(app.results() - before, 2, path);
    for (const { status, headers, body } of answers) {
      t.same(
        [status, body, headers.get("etag"), headers.get("content-type")],
        [200, answers[0]?.body, answers[0]?.headers.get("etag"), "application/json; charset=utf-8"],
      );
    }
    t.equal(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size, 5, "each has an id of its own");
    const known = { headers: { "if-none-match": String(answers[0]?.headers.get("etag")) } };
    t.match(await app.send("GET", path, known), { status: 304, body: "" });
    t.match(await app.send("HEAD", path), { status: 200, body: "" });
  }
});

t.test("a page that is kept keeps its link to the next", async (t) => {
  const app = await openOnFile(t);
  const { token } = await join(app, "Ann");
  await createLamp(app, token);
  await createLamp(app, token);
  const links = new Set<unknown>();
  for (let time = 0; time < 4; time++) links.add((await app.send("GET", "/api/products?limit=1")).headers.get("link"));
  t.equal(links.size, 1);
  t.match([...links][0], /rel="next"/);
});

t.test("no answer is older than a write that was acknowledged before it was asked for, whoever wrote", async (t) => {
  const app = await openOnFile(t);
  const { token } = await join(app, "Ann");
  const lamp = await createLamp(app, token);
  const rise = app.other.prepare("update products set price = price + 1");
  let acknowledged = 0;
  let isDone = false;
  const reading = Array.from({ length: 4 }, async () => {
    let reads = 0;
    for (; !isDone; reads++) {
      const atLeast = acknowledged;
      const price = Number(priceIn(await app.send("GET", lamp)));
      if (!(price >= atLeast)) throw new Error(`${price} is older than ${atLeast}.`);
    }
    return reads;
  });
  for (let time = 1; time <= 150; time++) {
    if (time % 2 === 0) rise.run();
    else await app.send("PUT", lamp, { token, body: { price: time } });
    acknowledged = time;
    if (time % 10 === 0) for (let again = 0; again < 5; again++) await app.send("GET", lamp);
  }
  isDone = true;
  t.ok((await Promise.all(reading)).every((reads) => reads > 10));
  t.equal(priceIn(await app.send("GET", lamp)), 150);
});

t.test("what is kept for one is not shown to another, and a key that is revoked opens nothing", async (t) => {
  const app = await openOnFile(t);
  const { context, send } = app;
  const [ann, ben] = [await join(app, "Ann"), await join(app, "Ben")];
  const ask = (credential: string) =>
    send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${credential}` } });
  const annsKey = await keyOf(app, ann.id);
  for (let time = 0; time < 4; time++) {
    t.match(await ask(ann.token), { status: 200, body: { user: { _id: ann.id } } });
    t.match(await ask(annsKey), { status: 200, body: { user: { _id: ann.id } } });
    t.match(await ask(ben.token), { status: 200, body: { user: { _id: ben.id } } });
  }
  const [key] = await apiKeys.list(context.database, ann.id);
  await apiKeys.revoke(context.database, context.clock, ann.id, key?.id ?? 0);
  t.equal((await ask(annsKey)).status, 401);
  t.equal((await ask("nobody's")).status, 401);
  t.equal((await send("GET", "/rest/v1/user")).status, 401);
});

t.test("a request that is answered from what is kept counts against the limit", async (t) => {
  const app = await openOnFile(t);
  const { id } = await join(app, "Ann");
  const key = await keyOf(app, id);
  const remaining: number[] = [];
  for (let time = 0; time < 4; time++) {
    const { status, headers } = await app.send("GET", `/api/v1/users/${id}.json`, { key });
    t.equal(status, 200);
    remaining.push(Number(headers.get("x-ratelimit-remaining")));
  }
  t.same(remaining, [599, 598, 597, 596]);
});
