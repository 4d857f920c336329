import { setImmediate } from "node:timers/promises";
import { type QueryId, sql } from "kysely";
import t, { type Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { openDatabase } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { migrate } from "../../src/database/migrate.ts";
import { TABLE_GROUPS, type TableGroup } from "../../src/database/schema/table-groups.ts";
import { openApp, type Received, type SendOptions } from "../support/app.ts";
import { countCachedLoads } from "../support/cached-reads.ts";
import { engine, migratedDatabaseUrl } from "../support/databases.ts";
import { createKey, createPerson, logIn } from "../support/people.ts";

// The response cache on PostgreSQL. `cached-responses.test.ts` and `cached-groups.test.ts` prove the same on SQLite.

const skip = engine === "postgres" ? false : "needs PostgreSQL";

// A cast: the object has exactly these keys.
const GROUPS = Object.keys(TABLE_GROUPS) as TableGroup[];

/** A server with a product and a collection of Ann's. `other` stands for another process. */
async function openWithGroups(t: Test) {
  const url = await migratedDatabaseUrl(t);
  const columns: string[] = [];
  const selects = new WeakSet<QueryId>();
  const database = openDatabase(url).withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === "SelectQueryNode") selects.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      const [row] = result.rows;
      if (selects.has(queryId) && row !== undefined) columns.push(Object.keys(row).join(" "));
      return result;
    },
  });
  const other = openDatabase(url);
  t.teardown(() => Promise.all([database.destroy(), other.destroy()]));
  await migrate(database, url);
  const app = await openApp(t, {}, { database });
  const { context, send } = app;
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id);
  const bearer = { headers: { authorization: `Bearer ${ann.token}` } };
  const product = await send("POST", "/api/products", { token: ann.token, body: { name: "Lamp", price: 0 } });
  const collection = await send("POST", "/rest/v1/collection", { ...bearer, body: { title: "New" } });
  // The responses were checked against the contracts.
  const lamp = `/api/products/${(product.body as { id: string }).id}`;
  const books = `/rest/v1/collection/${(collection.body as { item: { _id: number } }).item._id}`;
  const reads: Readonly<Record<TableGroup, { path: string; options: SendOptions; groups: readonly TableGroup[] }>> = {
    products: { path: lamp, options: {}, groups: ["products"] },
    accounts: { path: `/rest/v1/user/${ann.id}`, options: bearer, groups: ["accounts"] },
    logins: { path: `/api/v1/users/${ann.id}.json`, options: { key }, groups: ["accounts", "logins"] },
    library: { path: books, options: bearer, groups: ["accounts", "library"] },
  };
  const login = { account_id: ann.id, ip_address: "192.0.2.9", user_agent: "", referer: "", via_remember: 0 } as const;
  /** Writes that change the response of their group each time, by this server and by another process. */
  const writes: Readonly<Record<TableGroup, readonly ((number: number) => unknown)[]>> = {
    products: [
      (price) => send("PUT", lamp, { token: ann.token, body: { price } }),
      (price) => other.updateTable("products").set({ price }).execute(),
    ],
    accounts: [
      (number) => accounts.update(context.database, context.clock, ann.id, { name: `Ann ${number}` }),
      (number) =>
        other
          .updateTable("accounts")
          .set({ name: `Anna ${number}` })
          .execute(),
    ],
    logins: [
      () => logIn(send, ann),
      (number) =>
        other
          .insertInto("logins")
          .values({ ...login, created_at: context.clock() + number })
          .execute(),
    ],
    library: [
      (number) => send("PUT", books, { ...bearer, body: { title: `Title ${number}` } }),
      (number) =>
        other
          .updateTable("collections")
          .set({ title: `Renamed ${number}` })
          .execute(),
    ],
  };
  const get = async (group: TableGroup) => {
    const { status, body } = await send("GET", reads[group].path, reads[group].options);
    t.equal(status, 200, group);
    return body;
  };
  const isCached = async (group: TableGroup) => {
    const before = countCachedLoads();
    await get(group);
    return countCachedLoads() === before;
  };
  return {
    ...app,
    other,
    ann,
    lamp,
    reads,
    writes,
    get,
    /** The columns of the rows selected since the last call. Tasks in the background write, or find no rows. */
    takeColumns: () => columns.splice(0),
    /** Caches the response of each group. */
    async fill() {
      for (const group of GROUPS) for (let time = 0; time < 3; time++) await get(group);
    },
    /** Requests the response of each group once. Returns the groups whose response was not in the cache. */
    async listLoaded() {
      const loaded: TableGroup[] = [];
      for (const group of GROUPS) if (!(await isCached(group))) loaded.push(group);
      return loaded;
    },
  };
}

function priceIn({ body }: Received): number {
  // The test server checks every body against the contract, which wraps a product in an array.
  return (body as { price: number }[])[0]?.price ?? -1;
}

t.test("from the third request on, only the versions are queried", { skip }, async (t) => {
  const { send, lamp, takeColumns } = await openWithGroups(t);
  for (const path of [lamp, "/api/products?limit=1"]) {
    const responses = [await send("GET", path), await send("GET", path)];
    takeColumns();
    for (let time = 0; time < 3; time++) {
      responses.push(await send("GET", path));
      t.same(takeColumns(), ["products accounts logins library"]);
    }
    for (const { status, headers, body } of responses) {
      const first = responses[0];
      t.same([status, body, headers.get("etag")], [200, first?.body, first?.headers.get("etag")]);
    }
    const conditional = { headers: { "if-none-match": String(responses[0]?.headers.get("etag")) } };
    t.match(await send("GET", path, conditional), { status: 304, body: "" });
    t.same(takeColumns(), ["products accounts logins library"]);
  }
});

t.test(
  "a write shows in the next response of its group, and leaves the other responses cached",
  { skip },
  async (t) => {
    const { advanceClock, fill, get, listLoaded, reads, writes } = await openWithGroups(t);
    let changes = 0;
    for (const group of GROUPS) {
      for (const write of writes[group]) {
        const change = async () => {
          changes += 1;
          advanceClock(1_000);
          await write(changes);
        };
        await fill();
        t.same(await listLoaded(), []);
        const before = await get(group);
        await change();
        t.notSame(await get(group), before, `the response of ${group} is new`);
        await fill();
        await change();
        t.same(
          await listLoaded(),
          GROUPS.filter((other) => reads[other].groups.includes(group)),
        );
      }
    }
  },
);

t.test("writes to leases, counters, sessions and stored responses invalidate nothing", { skip }, async (t) => {
  const { ann, fill, listLoaded, other } = await openWithGroups(t);
  await fill();
  await other.insertInto("leases").values({ name: "task", holder: "x", expires_at: 1 }).execute();
  await other.insertInto("request_counts").values({ network: "192.0.2.1", count: 1, ends_at: 1 }).execute();
  await other.updateTable("sessions").set({ last_used_at: 1 }).execute();
  await other
    .insertInto("stored_responses")
    .values({ account_id: ann.id, key: "key", fingerprint: "", created_at: 1 })
    .execute();
  t.same(await listLoaded(), []);
});

t.test("while a change is not committed, its group is not cached; then the change shows", { skip }, async (t) => {
  const { fill, get, listLoaded, other } = await openWithGroups(t);
  await fill();
  await other.transaction().execute(async (transaction) => {
    await transaction.updateTable("products").set({ price: 5 }).execute();
    for (let time = 0; time < 3; time++) t.same(await listLoaded(), ["products"]);
    t.match(await get("products"), [{ price: 0 }]);
  });
  for (let time = 0; time < 3; time++) t.match(await get("products"), [{ price: 5 }]);
  t.same(await listLoaded(), []);
});

t.test("a change that is rolled back does not show, and responses are cached again", { skip }, async (t) => {
  const { fill, get, listLoaded, other } = await openWithGroups(t);
  await fill();
  const rolledBack = other.transaction().execute(async (transaction) => {
    await transaction.updateTable("products").set({ price: 5 }).execute();
    throw new Error("rolled back");
  });
  await t.rejects(rolledBack, { message: "rolled back" });
  await fill();
  t.same(await listLoaded(), []);
  t.match(await get("products"), [{ price: 0 }]);
});

t.test("two processes change products without waiting for each other, and both changes show", { skip }, async (t) => {
  const { ann, context, fill, get, other, send } = await openWithGroups(t);
  const created = await send("POST", "/api/products", { token: ann.token, body: { name: "Desk", price: 1 } });
  const desk = `/api/products/${(created.body as { id: string }).id}`;
  await fill();
  await other.transaction().execute(async (first) => {
    await first.updateTable("products").set({ price: 5 }).where("name", "=", "Lamp").execute();
    await context.database.updateTable("products").set({ price: 6 }).where("name", "=", "Desk").execute();
    for (let time = 0; time < 3; time++) t.match(await get("products"), [{ price: 0 }]);
  });
  for (let time = 0; time < 3; time++) {
    t.match(await get("products"), [{ price: 5 }]);
    t.match(await send("GET", desk), { body: [{ price: 6 }] });
  }
});

t.test("a query of the versions that never ends makes no request wait for it for long", { skip }, async (t) => {
  const { context } = await openWithGroups(t);
  let isHanging = true;
  const hanging = context.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => (isHanging ? new Promise(() => {}) : Promise.resolve(result)),
  });
  const readVersions = engineOf(hanging).tableVersionReader(hanging);
  t.equal(await readVersions(), undefined);
  isHanging = false;
  t.match(await readVersions(), { products: String, library: String });
});

t.test("a truncated table, and renewed versions, invalidate", { skip }, async (t) => {
  const { fill, listLoaded, other, send, lamp } = await openWithGroups(t);
  await fill();
  await other.transaction().execute(engineOf(other).renewTableVersions);
  t.same(await listLoaded(), GROUPS);
  await fill();
  await sql`truncate products cascade`.execute(other);
  t.equal((await send("GET", lamp)).status, 404);
});

t.test("a response includes every write that any process had acknowledged before the request", { skip }, async (t) => {
  const url = await migratedDatabaseUrl(t);
  // As `start` opens it: with prepared statements, which are pipelined.
  const [database, other] = [openDatabase(url, { preparesStatements: true }), openDatabase(url)];
  t.teardown(() => Promise.all([database.destroy(), other.destroy()]));
  await migrate(database, url);
  const app = await openApp(t, {}, { database });
  const { send } = app;
  const ann = await createPerson(app, "Ann");
  const created = await send("POST", "/api/products", { token: ann.token, body: { name: "Lamp", price: 0 } });
  const lamp = `/api/products/${(created.body as { id: string }).id}`;
  let acknowledged = 0;
  let isDone = false;
  /** How many responses each of four readers has received. */
  const reads = [0, 0, 0, 0];
  const outdated: string[] = [];
  const reading = reads.map(async (_, reader) => {
    while (!isDone) {
      const atLeast = acknowledged;
      const price = priceIn(await send("GET", lamp));
      if (price < atLeast) outdated.push(`${price} is older than ${atLeast}.`);
      reads[reader] = (reads[reader] ?? 0) + 1;
    }
  });
  for (let time = 1; time <= 150; time++) {
    // Either write sets the price to `time`.
    if (time % 2 === 0) await other.updateTable("products").set({ price: time }).execute();
    else await send("PUT", lamp, { token: ann.token, body: { price: time } });
    acknowledged = time;
    // Repeated, so that the response is cached.
    if (time % 10 === 0) for (let again = 0; again < 5; again++) await send("GET", lamp);
    // Every reader reads at least once per ten writes.
    while (Math.min(...reads) < time / 10) await setImmediate();
  }
  isDone = true;
  await Promise.all(reading);
  t.same(outdated, []);
  t.equal(priceIn(await send("GET", lamp)), 150);
});
