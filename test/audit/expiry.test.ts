import { sql } from "kysely";
import t, { type Test } from "tap";
import { runAs, SERVER } from "../../src/audit/origin.ts";
import { record } from "../../src/audit/record.ts";
import { deleteExpired, eraseBatch, hasExpired } from "../../src/audit/removal.ts";
import { verify } from "../../src/audit/verification.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;
const DAYS = 30;

/** Adds events with these ages in days, in one transaction. */
async function add(database: Database, ages: readonly number[]): Promise<void> {
  await inTransaction(database, async (transaction) => {
    for (const age of ages) {
      const event = { action: "limit.reset", accountId: 1, target: { kind: "limit", id: "x" } } as const;
      runAs({ ...SERVER, clock: () => NOW - age * DAY }, () =>
        record(transaction, { ...event, personal: { name: "Ann" } }),
      );
    }
  });
}

async function openLog(t: Test, ages: readonly number[]): Promise<Database> {
  const database = await openTestDatabase(t);
  await add(database, ages);
  return database;
}

async function idsOf(database: Database): Promise<number[]> {
  const rows = await database.selectFrom("audit_events").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

async function problemsOf(database: Database): Promise<readonly [number, string][]> {
  return (await verify(database)).problems.map(({ id, kind }) => [id, kind]);
}

const TABLES = ["audit_events", "audit_head"];

/** Executes statements like somebody with all rights in the database. */
async function tamper(database: Database, ...statements: readonly string[]): Promise<void> {
  const disable =
    engine === "sqlite"
      ? ["audit_events_reject_delete", "audit_head_reject_update"].map((name) => `drop trigger ${name}`)
      : TABLES.map((table) => `alter table ${table} disable trigger user`);
  // Another test gets the same database on PostgreSQL.
  const enable = engine === "sqlite" ? [] : TABLES.map((table) => `alter table ${table} enable trigger user`);
  for (const statement of [...disable, ...statements, ...enable]) await sql.raw(statement).execute(database);
}

t.test("old events are deleted from the beginning, and the chain stays verifiable", async (t) => {
  const database = await openLog(t, [400, 31, 30, 29, 31, 0]);
  const before = await verify(database);
  t.ok(await hasExpired(database, clock, DAYS));
  t.ok(await deleteExpired(database, clock, DAYS));
  t.same(await idsOf(database), [3, 4, 5, 6], "an old event after a newer one stays");
  t.same(await verify(database), { count: 4, deleted: 2, hash: before.hash, problems: [] });
  t.notOk(await hasExpired(database, clock, DAYS));
  t.notOk(await deleteExpired(database, clock, DAYS));
  await add(database, [0]);
  while ((await eraseBatch(database, 1, 100)) > 0);
  t.match(await verify(database), { count: 5, deleted: 2, problems: [] });
});

t.test("all events may be deleted; the next one continues the chain", async (t) => {
  const database = await openLog(t, [400, 300]);
  const { hash } = await verify(database);
  t.ok(await deleteExpired(database, clock, DAYS));
  t.same(await verify(database), { count: 0, deleted: 2, hash, problems: [] });
  await add(database, [0]);
  t.same(await idsOf(database), [3]);
  t.match(await verify(database), { count: 1, deleted: 2, problems: [] });
});

t.test("a transaction deletes 200 events at most", async (t) => {
  const database = await openLog(t, Array(450).fill(400));
  t.ok(await deleteExpired(database, clock, DAYS));
  t.equal((await idsOf(database)).length, 250);
  while (await deleteExpired(database, clock, DAYS));
  t.match(await verify(database), { count: 0, deleted: 450, problems: [] });
});

t.test("an event of a clock that was ahead is as old as the next one", async (t) => {
  const database = await openLog(t, [-1000, 400, -1000]);
  t.ok(await deleteExpired(database, clock, DAYS));
  t.same(await idsOf(database), [3], "it may be new");
  t.notOk(await hasExpired(database, clock, DAYS));
});

t.test("events that are deleted while the log is verified are not missing", async (t) => {
  const database = await openLog(t, [...Array(600).fill(400), 0]);
  const deletions: Promise<unknown>[] = [];
  const deleteAll = async () => {
    while (await deleteExpired(database, clock, DAYS));
  };
  const { problems } = await verify(database, {
    onProgress: () => {
      if (deletions.length === 0) deletions.push(deleteAll());
    },
  });
  await Promise.all(deletions);
  t.same(problems, []);
  t.same(await idsOf(database), [601]);
});

t.test("the database rejects every other way to delete events", async (t) => {
  const database = await openLog(t, [400, 400, 400, 400]);
  await sql`update audit_head set deleted_count = 2,
    deleted_hash = (select hash from audit_events where id = 2)`.execute(database);
  const statements = [
    "delete from audit_events where id = 3",
    "delete from audit_events where id = 4",
    "delete from audit_events",
    "update audit_head set deleted_count = 1",
    "update audit_head set deleted_hash = 'x'",
    "update audit_head set deleted_count = 3",
    "update audit_head set deleted_count = 9, deleted_hash = hash",
    "update audit_head set deleted_count = 0, deleted_hash = ''",
  ];
  for (const statement of statements) await t.rejects(sql.raw(statement).execute(database), statement);
  t.same(await problemsOf(database), [[1, "head"]], "events that should have been deleted are found");
  await database.deleteFrom("audit_events").where("id", "<=", 2).execute();
  t.same(await problemsOf(database), []);
});

const CHANGES: Readonly<Record<string, readonly [statement: string, problems: readonly [number, string][]]>> = {
  "a missing event at the beginning": ["delete from audit_events where id = 3", [[3, "missing"]]],
  "a missing event": ["delete from audit_events where id = 4", [[4, "missing"]]],
  "a missing end": ["delete from audit_events where id = 5", [[5, "truncated"]]],
  "no events": ["delete from audit_events", [[3, "truncated"]]],
  "another hash of the last deleted event": ["update audit_head set deleted_hash = 'x'", [[3, "order"]]],
  "a larger number of deleted events": [
    "update audit_head set deleted_count = 3",
    [
      [3, "head"],
      [4, "order"],
    ],
  ],
  "a smaller number of deleted events": ["update audit_head set deleted_count = 1", [[2, "missing"]]],
  "a missing head": ["delete from audit_head", [[1, "head"]]],
};

for (const [name, [statement, problems]] of Object.entries(CHANGES)) {
  t.test(`verify finds ${name} after old events were deleted`, async (t) => {
    const database = await openLog(t, [400, 400, 0, 0, 0]);
    await deleteExpired(database, clock, DAYS);
    await tamper(database, statement);
    t.same(await problemsOf(database), problems);
  });
}
