import { sql } from "kysely";
import t from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import type { Database } from "../../src/database/database.ts";
import * as hostIcons from "../../src/library/links/host-icons.ts";
import { erase, findDue, postpone, request } from "../../src/retention/erasure.ts";
import { STEPS } from "../../src/retention/erasure-steps.ts";
import { insertAccount } from "../support/accounts.ts";
import { listTables, openTestDatabase } from "../support/databases.ts";
import { ANNS_WORD, openFilled } from "../support/filled-account.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const DAY = 24 * 60 * 60 * 1000;
const clock = () => NOW;
const pace = { pause: async () => true };

/** Tables without rows of an account, and two whose rows stay: products, and how many an account has created. */
const NOT_ERASED = [
  "account_segments",
  "audit_head",
  "leases",
  "migrations",
  "product_counts",
  "products",
  "request_counts",
  "row_counts",
  "secrets",
  "server_backups",
  "server_settings",
  "setup_links",
  "items_before",
  "table_versions",
];

/** Tables of the full-text indexes; their text is not readable, and triggers maintain them. */
const INDEX = /^(?:item|text)_index/;

type Row = Readonly<Record<string, unknown>>;

/** All rows by table. */
async function dump(database: Database): Promise<Record<string, Row[]>> {
  const tables = (await listTables(database)).filter((name) => !INDEX.test(name)).sort();
  const rows: Record<string, Row[]> = {};
  for (const name of tables) {
    const found = await sql<Row>`select * from ${sql.table(name)}`.execute(database);
    rows[name] = found.rows;
  }
  return rows;
}

t.test("every table has rows in the filled database", async (t) => {
  const { app } = await openFilled(t);
  for (const [name, rows] of Object.entries(await dump(app.context.database))) {
    if (name === "migrations" || name === "items_before") continue;
    t.ok(rows.length > 0, `${name}: add a row in test/support/filled-account.ts`);
  }
});

t.test("every table is erased, or listed as one without rows of an account", async (t) => {
  const database = await openTestDatabase(t);
  const erased = STEPS.flatMap(({ tables }): string[] => [...tables]);
  for (const name of await listTables(database)) {
    if (INDEX.test(name)) continue;
    const isHandled = erased.includes(name) || NOT_ERASED.includes(name);
    t.ok(isHandled, `${name}: add a step in src/retention/erasure-steps.ts, or an entry in NOT_ERASED`);
  }
});

t.test("an erasure leaves nothing of an account but its id, and everything of the others", async (t) => {
  const { app, ann, bob } = await openFilled(t);
  const { database } = app.context;
  await accounts.remove(database, clock, ann.id);
  const before = await dump(database);
  t.ok(await erase(database, clock, ann.id, pace));
  const after = await dump(database);

  for (const [name, rows] of Object.entries(after)) {
    // The events of the audit log stay, without personal data.
    const isOfAccount = (row: Row) => row.account_id === ann.id && (name !== "audit_events" || row.personal !== null);
    const isAnns = (row: Row) => isOfAccount(row) || ANNS_WORD.test(JSON.stringify(row));
    if (name !== "product_counts") t.same(rows.filter(isAnns), [], name);
    const isBobs = (row: Row) => row.account_id === bob.id && name !== "collaborators";
    const ofBob = (before[name] ?? []).filter(isBobs).filter(({ email }) => email !== ann.email);
    t.same(rows.filter(isBobs), ofBob, `${name} of Bob`);
  }
  const tombstone = after.accounts?.find(({ id }) => id === ann.id);
  t.match(tombstone, { email: "", email_key: "", name: "", password_hash: "", deleted_at: NOW, erased_at: NOW });
  for (const table of ["file_chunks", "pictures", "backup_chunks", "undo_steps"]) {
    t.ok((after[table]?.length ?? 0) < (before[table]?.length ?? 0), table);
  }
  t.equal(after.products?.length, 1, "products stay");
  t.same(after.collaborators, [], "nobody shares a collection with the account any more");
});

t.test("an erasure removes the icons of hosts to which no item links any more", async (t) => {
  const { app, ann } = await openFilled(t);
  const { database } = app.context;
  await accounts.remove(database, clock, ann.id);
  const unused = Array.from({ length: 250 }, (_, index) => `${index % 2 === 0 ? "a" : "z"}${index}.example`);
  for (const host of ["ann.example", "bob.example", ...unused])
    await hostIcons.store(database, host, Buffer.from("icon"), NOW);
  await erase(database, clock, ann.id, pace);
  t.same(await database.selectFrom("page_icons").select("host").execute(), [{ host: "bob.example" }]);
});

t.test("an erasure that is interrupted before any of its transactions goes on and finishes", async (t) => {
  const { app, ann } = await openFilled(t);
  const { database } = app.context;
  await accounts.remove(database, clock, ann.id);
  let transactions = 0;
  for (;;) {
    let left = ++transactions;
    if (await erase(database, clock, ann.id, { pause: async () => left-- > 0 })) break;
  }
  t.ok(transactions > STEPS.length, `${transactions} transactions`);
  t.same(await database.selectFrom("items").select("id").where("account_id", "=", ann.id).execute(), []);
  t.same(await database.selectFrom("libraries").select("version").where("account_id", "=", ann.id).execute(), []);
});

t.test("what a request writes after the erasure is erased by its check an hour later", async (t) => {
  const { app, ann } = await openFilled(t);
  const { database } = app.context;
  await accounts.remove(database, clock, ann.id);
  await erase(database, clock, ann.id, pace);
  t.equal(await findDue(database, clock, 30), undefined);

  await database.insertInto("libraries").values({ account_id: ann.id, version: 1, items_changed_at: 0 }).execute();
  const late = { account_id: ann.id, ip_address: "192.0.2.1", user_agent: "", referer: "", via_remember: 0 } as const;
  await database
    .insertInto("logins")
    .values({ ...late, created_at: NOW })
    .execute();
  const later = () => NOW + DAY / 24;
  t.equal(await findDue(database, later, 30), ann.id);
  await erase(database, later, ann.id, pace);
  t.same(await database.selectFrom("libraries").selectAll().where("account_id", "=", ann.id).execute(), []);
  t.same(await database.selectFrom("logins").selectAll().where("account_id", "=", ann.id).execute(), []);
  t.equal(await findDue(database, () => NOW + 400 * DAY, 30), undefined, "it is checked once");
});

t.test("an e-mail address that another account has by now keeps its invitations and failed logins", async (t) => {
  const { app, ann } = await openFilled(t);
  const { database } = app.context;
  // Invitations that a member may know end with its account.
  await database.updateTable("collaborators").set({ role: "viewer" }).where("account_id", "=", ann.id).execute();
  await accounts.remove(database, clock, ann.id);
  await insertAccount(database, { email: ann.email });
  await erase(database, clock, ann.id, pace);
  const to = await database.selectFrom("invitations").select("email").where("email_key", "=", ann.email).execute();
  t.equal(to.length, 1);
});

t.test("findDue: accounts are due some days after their deletion, the longest deleted first", async (t) => {
  const database = await openTestDatabase(t);
  const newer = await insertAccount(database, { deleted_at: NOW - 30 * DAY });
  const older = await insertAccount(database, { deleted_at: NOW - 31 * DAY });
  await insertAccount(database, { deleted_at: NOW - 30 * DAY + 1 });
  await insertAccount(database);
  const found: (number | undefined)[] = [];
  for (let count = 0; count < 3; count++) {
    const id = await findDue(database, clock, 30);
    found.push(id);
    if (id !== undefined) await erase(database, clock, id, pace);
  }
  t.same(found, [older, newer, undefined]);
});

t.test("findDue: a failed erasure is tried again after ten minutes, and others go on meanwhile", async (t) => {
  const database = await openTestDatabase(t);
  const failing = await insertAccount(database, { deleted_at: 1 });
  const other = await insertAccount(database, { deleted_at: 2 });
  t.equal(await findDue(database, clock, 30), failing);
  await postpone(database, clock, failing);
  t.equal(await findDue(database, clock, 30), other);
  t.equal(await findDue(database, () => NOW + 600_000, 30), failing);
});

t.test("request: deletes the account and leaves its erasure to the caller for five minutes", async (t) => {
  const database = await openTestDatabase(t);
  const id = await insertAccount(database, { email: "ann@example.com" });
  await request(database, clock, id);
  t.equal(await accounts.find(database, id), undefined);
  t.equal(await findDue(database, clock, 30), undefined);
  t.equal(await findDue(database, () => NOW + 300_000, 30), id, "then a server takes over");
});

t.test("a deep tree whose parents are newer than their children is erased", async (t) => {
  const { app, ann } = await openFilled(t);
  const { database } = app.context;
  const ids: number[] = [];
  for (let count = 0; count < 20; count++) ids.push((await ann.addCollection(`Level ${count}`))._id);
  const newestFirst = ids.toReversed();
  for (const [index, id] of newestFirst.slice(1).entries()) {
    await ann.call("PUT", `/collection/${id}`, { parent: { $id: newestFirst[index] } });
  }
  await accounts.remove(database, clock, ann.id);
  await erase(database, clock, ann.id, pace);
  t.same(await database.selectFrom("collections").select("id").where("account_id", "=", ann.id).execute(), []);
});

t.test("a transaction erases a bounded number of rows, however many there are", async (t) => {
  const { app, ann } = await openFilled(t);
  const { database } = app.context;
  const login = {
    account_id: ann.id,
    ip_address: "",
    user_agent: "",
    referer: "",
    via_remember: 0,
    created_at: 1,
  } as const;
  for (let count = 0; count < 3; count++) {
    await database
      .insertInto("logins")
      .values(Array.from({ length: 1000 }, () => login))
      .execute();
  }
  await accounts.remove(database, clock, ann.id);
  const rows: number[] = [];
  await erase(database, clock, ann.id, { ...pace, onErased: (erased) => rows.push(erased) });
  t.ok(Math.max(...rows) <= 500, `${Math.max(...rows)} rows`);
  t.ok(rows.reduce((sum, erased) => sum + erased, 0) > 3000);
});
