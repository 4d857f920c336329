import { spawnSync } from "node:child_process";
import Sqlite from "better-sqlite3";
import t, { type Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { TABLE_GROUPS, type TableGroup } from "../../src/database/schema/table-groups.ts";
import type { SendOptions } from "../support/app.ts";
import { createLamp, openOnFile } from "../support/app-on-file.ts";
import { countCachedLoads } from "../support/cached-reads.ts";
import { createKey, createPerson, logIn } from "../support/people.ts";

// A write invalidates the cached responses that depend on its group of tables, and no others. Always on
// SQLite; `cached-on-postgres.test.ts` is for PostgreSQL.

// A cast: the object has exactly these keys.
const GROUPS = Object.keys(TABLE_GROUPS) as TableGroup[];

/** A server with a response of each group of tables in its cache, and functions that change each group. */
async function openWithGroups(t: Test) {
  const app = await openOnFile(t);
  const { context, send, other, advanceClock } = app;
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id);
  const bearer = { headers: { authorization: `Bearer ${ann.token}` } };
  const lamp = await createLamp(app, ann.token);
  const { body } = await send("POST", "/rest/v1/collection", { ...bearer, body: { title: "New" } });
  // The response was checked against the contract.
  const collection = `/rest/v1/collection/${(body as { item: { _id: number } }).item._id}`;
  const login =
    other.prepare(`insert into logins (account_id, ip_address, user_agent, referer, via_remember, created_at)
    values (?, '192.0.2.9', '', '', 0, ?)`);
  const reads: Readonly<Record<TableGroup, { path: string; options: SendOptions; groups: readonly TableGroup[] }>> = {
    products: { path: lamp, options: {}, groups: ["products"] },
    accounts: { path: `/rest/v1/user/${ann.id}`, options: bearer, groups: ["accounts"] },
    logins: { path: `/api/v1/users/${ann.id}.json`, options: { key }, groups: ["accounts", "logins"] },
    library: { path: collection, options: bearer, groups: ["accounts", "library"] },
  };
  let changes = 0;
  /** Writes that change the response of their group each time, by this process and by another. */
  const writes: Readonly<Record<TableGroup, readonly ((number: number) => unknown)[]>> = {
    products: [
      (price) => send("PUT", lamp, { token: ann.token, body: { price } }),
      (price) => other.prepare("update products set price = ?").run(price),
    ],
    accounts: [
      (number) => accounts.update(context.database, context.clock, ann.id, { name: `Ann ${number}` }),
      (number) => other.prepare("update accounts set name = ?").run(`Anna ${number}`),
    ],
    logins: [() => logIn(send, ann), (number) => login.run(ann.id, context.clock() + number)],
    library: [
      (number) => send("PUT", collection, { ...bearer, body: { title: `Title ${number}` } }),
      (number) => other.prepare("update collections set title = ?").run(`Renamed ${number}`),
    ],
  };
  const get = async (group: TableGroup) => {
    const { status, body } = await send("GET", reads[group].path, reads[group].options);
    t.equal(status, 200);
    return body;
  };
  return {
    ...app,
    lamp,
    reads,
    get,
    /** The writes of a group, by this process and by another. */
    writesOf: (group: TableGroup) =>
      writes[group].map((write) => async () => {
        changes += 1;
        advanceClock(1_000);
        await write(changes);
      }),
    /** Caches the response of each group. */
    async fill() {
      for (const group of GROUPS) for (let time = 0; time < 3; time++) await get(group);
    },
    /** Requests the response of each group once. Returns the groups whose response was not in the cache. */
    async listLoaded() {
      const loaded: TableGroup[] = [];
      for (const group of GROUPS) {
        const before = countCachedLoads();
        await get(group);
        if (countCachedLoads() > before) loaded.push(group);
      }
      return loaded;
    },
  };
}

t.test("a write shows in the next response of its group, and leaves the other responses cached", async (t) => {
  const { get, fill, listLoaded, reads, writesOf } = await openWithGroups(t);
  for (const group of GROUPS) {
    for (const write of writesOf(group)) {
      await fill();
      t.same(await listLoaded(), []);
      const before = await get(group);
      await write();
      t.notSame(await get(group), before, `the response of ${group} is new`);
      await fill();
      await write();
      t.same(
        await listLoaded(),
        GROUPS.filter((other) => reads[other].groups.includes(group)),
      );
    }
  }
});

t.test("bookkeeping of any process leaves all responses cached", async (t) => {
  const { context, fill, listLoaded, other } = await openWithGroups(t);
  await fill();
  await context.database.insertInto("leases").values({ name: "task", holder: "x", expires_at: 1 }).execute();
  other.exec(`insert into request_counts (network, count, ends_at) values ('192.0.2.1', 1, 1);
    update api_keys set last_used_at = 1; update sessions set last_used_at = 1; delete from failed_logins;
    insert into stored_responses (account_id, key, fingerprint, created_at) values (1, 'key', '', 1)`);
  t.same(await listLoaded(), []);
});

t.test("a rollback leaves the cache as it was, and the next commit shows", async (t) => {
  const { context, fill, get, listLoaded, other } = await openWithGroups(t);
  await fill();
  const { database } = context;
  await t.rejects(
    database.transaction().execute(async (transaction) => {
      await transaction.updateTable("products").set({ price: 5 }).execute();
      t.same(await listLoaded(), [], "while the transaction is open");
      throw new Error("rolled back");
    }),
    { message: "rolled back" },
  );
  other.exec("begin; update products set price = 6; rollback");
  t.same(await listLoaded(), []);
  await database.updateTable("products").set({ price: 7 }).execute();
  t.match(await get("products"), [{ price: 7 }]);
});

t.test("what a process wrote before it was killed shows, and what it had not committed does not", async (t) => {
  const { fill, get, other } = await openWithGroups(t);
  await fill();
  const script = `const Sqlite = require("better-sqlite3");
    const database = new Sqlite(process.argv[1]);
    database.exec("update products set price = 8; begin immediate; update products set price = 9");
    process.kill(process.pid, "SIGKILL");`;
  t.equal(spawnSync(process.execPath, ["-e", script, other.name], { cwd: import.meta.dirname }).signal, "SIGKILL");
  for (let time = 0; time < 3; time++) t.match(await get("products"), [{ price: 8 }]);
});

t.test("a response is new after the database was replaced by an older or a newer one", async (t) => {
  const { get, other } = await openWithGroups(t);
  const [older, newer] = [`${other.name}.older`, `${other.name}.newer`];
  const setPrice = (database: Sqlite.Database, price: number) =>
    database.prepare("update products set price = ?").run(price);
  setPrice(other, 1);
  await other.backup(older);
  await other.backup(newer);
  setPrice(other, 2);
  // The other database has had as many writes as this one.
  const changed = new Sqlite(newer);
  setPrice(changed, 3);
  changed.close();
  for (const [file, price] of [
    [older, 1],
    [newer, 3],
    [older, 1],
  ] as const) {
    setPrice(other, 2);
    for (let time = 0; time < 3; time++) t.match(await get("products"), [{ price: 2 }]);
    const source = new Sqlite(file);
    await source.backup(other.name);
    source.close();
    t.match(await get("products"), [{ price }]);
  }
});

t.test("a change of the schema invalidates all responses, because triggers may be missing", async (t) => {
  const { fill, get, listLoaded, other } = await openWithGroups(t);
  const trigger = other.prepare("select sql from sqlite_schema where name = 'products_version_update'").pluck().get();
  await fill();
  other.exec(`begin; drop trigger products_version_update; update products set price = 4; ${trigger}; commit`);
  t.match(await get("products"), [{ price: 4 }]);
  await fill();
  other.exec("create table another (id integer)");
  t.same(await listLoaded(), GROUPS);
  await fill();
  other.exec("delete from table_versions; update products set price = 5");
  for (let time = 0; time < 3; time++) t.same(await listLoaded(), GROUPS, "nothing is cached without versions");
});
