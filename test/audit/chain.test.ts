import { sql } from "kysely";
import t, { type Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { type Origin, runAs } from "../../src/audit/origin.ts";
import { record } from "../../src/audit/record.ts";
import { eraseBatch } from "../../src/audit/removal.ts";
import { verify } from "../../src/audit/verification.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const clock = () => Date.UTC(2026, 0, 1);

/** The origin of the requests of an account. */
function requestOf(accountId: number): Origin {
  const client = { address: "192.0.2.1", userAgent: "phone" };
  return { actor: "account", accountId, credentialVersion: null, via: "test", credential: null, client, clock };
}

async function add(database: Database, accountId: number): Promise<void> {
  await inTransaction(database, async (transaction) =>
    record(transaction, {
      action: "account.update",
      accountId,
      target: { kind: "account", id: accountId },
      personal: { name: { from: "Ann", to: "Ünal" } },
    }),
  );
}

/** A log of six events, of the accounts 1 and 2. */
async function openLog(t: Test): Promise<Database> {
  const database = await openTestDatabase(t);
  for (const id of [1, 2, 1, 2, 1, 2]) await runAs(requestOf(id), () => add(database, id));
  return database;
}

/** Changes the log like somebody with all rights in the database. */
async function tamper(database: Database, ...statements: readonly string[]): Promise<void> {
  const kinds = ["delete", "update"].map((kind) => `audit_events_reject_${kind}`);
  const disable =
    engine === "sqlite"
      ? kinds.map((name) => `drop trigger ${name}`)
      : ["alter table audit_events disable trigger user"];
  const enable = engine === "sqlite" ? [] : ["alter table audit_events enable trigger user"];
  for (const statement of [...disable, ...statements, ...enable]) await sql.raw(statement).execute(database);
}

async function problemsOf(database: Database): Promise<readonly [number, string][]> {
  return (await verify(database)).problems.map(({ id, kind }) => [id, kind]);
}

t.test("an untouched log is intact, and so is an empty one", async (t) => {
  const empty = await openTestDatabase(t);
  t.same(await verify(empty), { count: 0, deleted: 0, hash: "", problems: [] });
  const database = await openLog(t);
  const seen: [number, number][] = [];
  const result = await verify(database, { onProgress: (done, total) => seen.push([done, total]) });
  t.match(result, { count: 6, hash: /^[\w-]{43}$/, problems: [] });
  t.same(seen, [[6, 6]]);
});

t.test("the database rejects updates and deletes", async (t) => {
  const database = await openLog(t);
  const statements = [
    "delete from audit_events where id = 6",
    "update audit_events set details = '{}' || ' ' where id = 6",
    "update audit_events set account_id = null where id = 6",
    "update audit_events set personal = '{}' where id = 6",
    "update audit_events set personal = null where id = 6",
    "update audit_events set client = null, client_salt = null, via = '' where id = 6",
  ];
  for (const statement of statements) await t.rejects(sql.raw(statement).execute(database), statement);
  t.same(await problemsOf(database), []);
});

const CHANGES: Readonly<
  Record<string, readonly [statements: readonly string[], problems: readonly [number, string][]]>
> = {
  "a changed value": [["update audit_events set action = 'account.delete' where id = 3"], [[3, "changed"]]],
  "another time": [["update audit_events set occurred_at = occurred_at + 1 where id = 3"], [[3, "changed"]]],
  "another account": [["update audit_events set account_id = null where id = 3"], [[3, "changed"]]],
  "changed personal data": [["update audit_events set personal = '{}' where id = 3"], [[3, "changed"]]],
  "a changed client": [["update audit_events set client = '{}' where id = 3"], [[3, "changed"]]],
  "personal data that was removed without its salt": [
    ["update audit_events set personal = null where id = 3"],
    [[3, "changed"]],
  ],
  "a changed hash": [
    ["update audit_events set hash = 'x' where id = 3"],
    [
      [3, "changed"],
      [4, "order"],
    ],
  ],
  "a missing event": [["delete from audit_events where id = 3"], [[3, "missing"]]],
  "missing events at the start": [["delete from audit_events where id < 3"], [[1, "missing"]]],
  "a missing event, with the later ones renumbered": [
    [
      "delete from audit_events where id = 3",
      ...[4, 5, 6].map((id) => `update audit_events set id = ${id - 1} where id = ${id}`),
    ],
    [
      [3, "order"],
      [6, "truncated"],
    ],
  ],
  "two events in another order": [
    [
      "update audit_events set id = 30 where id = 3",
      "update audit_events set id = 3 where id = 4",
      "update audit_events set id = 4 where id = 30",
    ],
    [
      [3, "order"],
      [4, "order"],
      [5, "order"],
    ],
  ],
  "a missing end": [["delete from audit_events where id > 4"], [[5, "truncated"]]],
  "no events": [["delete from audit_events"], [[1, "truncated"]]],
  "a missing end that the head hides": [
    ["delete from audit_events where id > 4", "update audit_head set count = 4"],
    [[4, "head"]],
  ],
  "a missing head": [["delete from audit_head"], [[1, "head"]]],
};

for (const [name, [statements, problems]] of Object.entries(CHANGES)) {
  t.test(`verify finds ${name}`, async (t) => {
    const database = await openLog(t);
    await tamper(database, ...statements);
    t.same(await problemsOf(database), problems);
  });
}

t.test("a new log that somebody writes over the old one has another hash", async (t) => {
  const [old, forged] = [await openLog(t), await openLog(t)];
  t.same(await problemsOf(forged), []);
  t.not((await verify(old)).hash, (await verify(forged)).hash);
});

t.test("erasing an account removes its personal data and leaves the chain intact", async (t) => {
  const database = await openLog(t);
  // Account 2 has changed account 1.
  await runAs(requestOf(2), () => add(database, 1));
  // An anonymous client with a mailed link is the owner.
  await runAs({ ...requestOf(1), actor: "anonymous", accountId: null }, () => add(database, 1));
  while ((await eraseBatch(database, 1, 100)) > 0);
  const rows = await database
    .selectFrom("audit_events")
    .select(["id", "client", "client_salt", "personal", "personal_salt"])
    .orderBy("id")
    .execute();
  const has = rows.map(({ client, client_salt, personal, personal_salt }) => [
    client !== null && client_salt !== null,
    personal !== null && personal_salt !== null,
  ]);
  const [none, both] = [
    [false, false],
    [true, true],
  ];
  t.same(has, [none, both, none, both, none, both, [true, false], none]);
  t.same(await problemsOf(database), []);
  await runAs(requestOf(2), () => add(database, 2));
  t.match(await verify(database), { count: 9, problems: [] });
});

t.test("events of parallel changes are all in one chain", async (t) => {
  const database = await openTestDatabase(t);
  const people = Array.from({ length: 30 }, (_, number) => ({ email: `p${number}@example.com`, name: `P${number}` }));
  await Promise.all(people.map((person) => accounts.createWithHash(database, clock, person, "hash")));
  t.match(await verify(database), { count: 30, problems: [] });
});

t.test("a transaction that is rolled back records nothing, and keeps the chain", async (t) => {
  const database = await openLog(t);
  const failing = inTransaction(database, async (transaction) => {
    record(transaction, { action: "limit.reset", accountId: null, target: { kind: "limit", id: "x" } });
    throw new Error("rolled back");
  });
  await t.rejects(failing, /rolled back/);
  await add(database, 1);
  t.match(await verify(database), { count: 7, problems: [] });
});

t.test("events can't be recorded in a transaction that would commit without them", async (t) => {
  const database = await openTestDatabase(t);
  const event = { action: "limit.reset", accountId: null, target: { kind: "limit", id: "x" } } as const;
  const recording = database.transaction().execute(async (transaction) => record(transaction, event));
  await t.rejects(recording, /Open the transaction with inTransaction/);
});
