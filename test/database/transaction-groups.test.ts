import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { CompiledQuery, sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, type DatabaseOptions, inTransaction } from "../../src/database/database.ts";
import { LocalExecutor } from "../../src/database/sqlite/driver/executor.ts";
import { RetryingConnection } from "../../src/database/sqlite/driver/retrying-connection.ts";
import { SerialConnection } from "../../src/database/sqlite/driver/serial-connection.ts";
import { TransactionGroups } from "../../src/database/sqlite/driver/transaction-groups.ts";
import { addSecret, holdWriter, openDatabaseFile, readPragma } from "../support/database-file.ts";

// These tests always use SQLite, even when the other tests run on PostgreSQL.

/** How often to repeat what fails by chance on a busy machine. */
const ROUNDS = 20;

/** Groups that time does not divide, on a database with a table of nodes; `executed` is what its connection does. */
function openGroups(t: Test) {
  const executed: string[] = [];
  const connection = new Sqlite(":memory:", { verbose: (text) => executed.push(String(text)) });
  t.teardown(() => connection.close());
  connection.exec(`pragma foreign_keys = on;
    create table nodes (id integer primary key, parent integer references nodes deferrable initially deferred)`);
  executed.length = 0;
  const writer = new SerialConnection(new RetryingConnection(new LocalExecutor(connection), 0));
  return { executed, groups: new TransactionGroups(writer, Number.POSITIVE_INFINITY), connection };
}

/** Executes statements, none of which fails, in a transaction. */
async function run(groups: TransactionGroups, statements: readonly string[], ending: "commit" | "rollback" = "commit") {
  const transaction = await groups.begin();
  for (const text of statements) await transaction.executeQuery(CompiledQuery.raw(text));
  await transaction[ending]();
}

function insertOf(id: number, parent: number | null = null): string {
  return `insert into nodes values (${id}, ${parent})`;
}

/** Runs a test with writes in this thread, and in another one. */
function testBoth(title: string, run: (t: Test, options: DatabaseOptions) => Promise<void>): void {
  for (const writesInThread of [false, true])
    t.test(`${title}${writesInThread ? ", written by a thread" : ""}`, (t) => run(t, { writesInThread }));
}

async function namesIn(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("secrets").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

function statusesOf(outcomes: readonly PromiseSettledResult<unknown>[]): string[] {
  return outcomes.map(({ status }) => status);
}

/** Adds a row in a transaction, then throws. */
function addAndFail(database: Database, name: string): Promise<never> {
  return inTransaction(database, async (transaction) => {
    await addSecret(transaction, name);
    throw new Error(`no ${name}`);
  });
}

function addInTransaction(database: Database, name: string, value?: string): Promise<unknown> {
  return inTransaction(database, (transaction) => addSecret(transaction, name, value));
}

t.test("concurrent transactions share one commit, and resolve after it", async (t) => {
  const { executed, groups } = openGroups(t);
  const isCommitted = [1, 2, 3].map(async (id) => {
    await run(groups, [insertOf(id)]);
    return executed.includes("commit");
  });
  t.same(await Promise.all(isCommitted), [true, true, true]);
  t.same(executed, [
    "begin immediate",
    insertOf(1),
    "savepoint joined",
    insertOf(2),
    "release joined",
    "savepoint joined",
    insertOf(3),
    "commit",
  ]);
});

t.test("a transaction alone needs no savepoint, and one without statements nothing", async (t) => {
  const { executed, groups } = openGroups(t);
  await run(groups, [insertOf(1)]);
  await run(groups, []);
  await run(groups, [], "rollback");
  await run(groups, [insertOf(2), insertOf(3)], "rollback");
  t.same(executed, ["begin immediate", insertOf(1), "commit", "begin immediate", insertOf(2), insertOf(3), "rollback"]);
});

t.test("a group holds at most 64 transactions", async (t) => {
  const { executed, groups } = openGroups(t);
  await Promise.all(Array.from({ length: 200 }, (_, id) => run(groups, [insertOf(id)])));
  t.equal(executed.filter((text) => text === "commit").length, 4, "64 in each of three groups, and 8");
});

t.test("of the transactions that wait, those of different callers take turns", async (t) => {
  const { executed, groups } = openGroups(t);
  const runFor = async (caller: string, id: number) => {
    const transaction = await groups.begin(caller);
    await transaction.executeQuery(CompiledQuery.raw(insertOf(id)));
    await transaction.commit();
  };
  const [first, ...others] = [1, 2, 3, 4].map((id) => runFor("Ann", id));
  await Promise.all([first, ...others, runFor("Bob", 11), runFor("Bob", 12), runFor("Eve", 21)]);
  const inserted = executed.filter((text) => text.startsWith("insert"));
  t.same(
    inserted,
    [1, 2, 11, 21, 3, 12, 4].map((id) => insertOf(id)),
  );
});

t.test("a transaction that is known to take long shares no commit with those before it", async (t) => {
  const { executed, groups } = openGroups(t);
  const runLong = async (id: number) => {
    const transaction = await groups.begin("Ann", { isLong: true });
    await transaction.executeQuery(CompiledQuery.raw(insertOf(id)));
    await transaction.commit();
  };
  await Promise.all([run(groups, [insertOf(1)]), runLong(2), run(groups, [insertOf(3)])]);
  t.same(
    executed.filter((text) => !text.includes("savepoint")),
    ["begin immediate", insertOf(1), "commit", "begin immediate", insertOf(2), insertOf(3), "commit"],
  );
});

t.test("one caller cannot fill the queue of transactions", async (t) => {
  let caller = "Ann";
  const { database } = await openDatabaseFile(t, { callerOf: () => caller });
  const release = holdWriter(database);
  const queue = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, (_, number) => addInTransaction(database, `${caller} ${number}`)));
  // A connection is acquired asynchronously.
  const untilQueued = async () => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };
  await untilQueued();
  const ofAnn = queue(900);
  await untilQueued();
  caller = "Bob";
  const ofBob = queue(100);
  await untilQueued();
  await release();
  const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled";
  const accepted = (await ofAnn).filter(isFulfilled).length;
  t.ok(accepted > 400 && accepted <= 500, `${accepted} of Ann`);
  t.equal((await ofBob).filter(isFulfilled).length, 100);
});

t.test("if a commit fails, so do all transactions of the group; the next ones run alone", async (t) => {
  const { executed, groups, connection } = openGroups(t);
  const three = () =>
    Promise.allSettled([
      run(groups, [insertOf(1)]),
      run(groups, ["select count(*) from nodes"], "rollback"),
      run(groups, [insertOf(2, 9)]),
    ]);
  const withOthers = {
    status: "rejected",
    reason: { kind: "unavailable", cause: { message: /together with others/ } },
  };
  t.match(await three(), [withOthers, withOthers, withOthers]);
  executed.length = 0;
  const rejected = { status: "rejected", reason: { code: "SQLITE_CONSTRAINT_FOREIGNKEY" } };
  t.match(await three(), [{ status: "fulfilled" }, { status: "fulfilled" }, rejected]);
  t.equal(executed.filter((text) => text === "begin immediate").length, 3);
  await Promise.all([run(groups, [insertOf(3)]), run(groups, [insertOf(4)])]);
  t.equal(executed.at(-3), "savepoint joined", "together again");
  t.same(connection.prepare("select id from nodes").all(), [{ id: 1 }, { id: 3 }, { id: 4 }]);
});

testBoth("transactions that fail leave the others of their group alone", async (t, options) => {
  const { database } = await openDatabaseFile(t, options);
  const outcomes = await Promise.allSettled([
    addAndFail(database, "first"),
    addInTransaction(database, "a"),
    addAndFail(database, "second"),
    addAndFail(database, "third"),
    inTransaction(database, async () => {}),
    addInTransaction(database, "b"),
    inTransaction(database, async (transaction) => {
      await addSecret(transaction, "c");
      await addSecret(transaction, "a");
    }),
    addInTransaction(database, "d"),
    addAndFail(database, "last"),
  ]);
  const [ok, no] = ["fulfilled", "rejected"];
  t.same(statusesOf(outcomes), [no, ok, no, no, ok, ok, no, ok, no]);
  t.match(outcomes[3], { reason: { message: "no third" } });
  t.match(outcomes[6], { reason: { code: "SQLITE_CONSTRAINT_PRIMARYKEY" } });
  t.same(await namesIn(database), ["a", "b", "d"]);
});

testBoth(
  "a group that fills the disk is repeated, and all succeed but the one that is too large",
  async (t, options) => {
    const { database } = await openDatabaseFile(t, options);
    const pages = Number(await readPragma(database, "page_count"));
    await sql`pragma max_page_count = ${sql.lit(pages + 3)}`.execute(database);
    const outcomes = await Promise.allSettled([
      addInTransaction(database, "a"),
      addAndFail(database, "no"),
      addInTransaction(database, "large", "x".repeat(1024 * 1024)),
      addInTransaction(database, "b"),
    ]);
    t.same(statusesOf(outcomes), ["fulfilled", "rejected", "rejected", "fulfilled"]);
    t.match(outcomes[1], { reason: { message: "no no" } });
    t.match(outcomes[2], { reason: { kind: "unavailable", cause: { code: "SQLITE_FULL" } } });
    t.same(await namesIn(database), ["a", "b"]);
  },
);

testBoth("a transaction that fills the disk does not make the only one before it fail", async (t, options) => {
  const { database } = await openDatabaseFile(t, options);
  const pages = Number(await readPragma(database, "page_count"));
  await sql`pragma max_page_count = ${sql.lit(pages + 3)}`.execute(database);
  const outcomes = await Promise.allSettled([
    addInTransaction(database, "a"),
    addInTransaction(database, "large", "x".repeat(1024 * 1024)),
  ]);
  t.same(statusesOf(outcomes), ["fulfilled", "rejected"]);
  t.same(await namesIn(database), ["a"]);
});

testBoth("a statement after one for which SQLite rolled back the transaction writes nothing", async (t, options) => {
  const { database } = await openDatabaseFile(t, options);
  const pages = Number(await readPragma(database, "page_count"));
  await sql`pragma max_page_count = ${sql.lit(pages + 3)}`.execute(database);
  const work = inTransaction(database, async (transaction) => {
    await addSecret(transaction, "large", "x".repeat(1024 * 1024)).catch(() => {});
    await addSecret(transaction, "small");
  });
  t.match(await work.catch((error: unknown) => error), { kind: "unavailable" });
  t.same(await namesIn(database), []);
});

testBoth(
  "a group whose commit fails is repeated, and only the transaction that is the cause fails",
  async (t, options) => {
    const { database } = await openDatabaseFile(t, options);
    await sql`create table nodes (id integer primary key, parent integer references nodes deferrable initially deferred)`.execute(
      database,
    );
    const addNode = (id: number, parent: number | null) =>
      inTransaction(database, (transaction) => sql`insert into nodes values (${id}, ${parent})`.execute(transaction));
    const outcomes = await Promise.allSettled([addNode(1, null), addNode(2, 9), addNode(3, null), addNode(4, 8)]);
    t.same(statusesOf(outcomes), ["fulfilled", "rejected", "fulfilled", "rejected"]);
    t.match([outcomes[1], outcomes[3]], Array(2).fill({ reason: { code: "SQLITE_CONSTRAINT_FOREIGNKEY" } }));
    const { rows } = await sql<{ id: number }>`select id from nodes order by id`.execute(database);
    t.same(rows, [{ id: 1 }, { id: 3 }]);
  },
);

testBoth("what a group has not committed is not visible outside of it", async (t, options) => {
  const { database } = await openDatabaseFile(t, options);
  /** Runs two transactions, and reads while the second one is open. */
  const runTwo = async (name: string) => {
    const { promise: read, resolve: finish } = Promise.withResolvers<void>();
    let isAcknowledged = false;
    const first = addInTransaction(database, name).then(() => {
      isAcknowledged = true;
    });
    const second = inTransaction(database, async (transaction) => {
      const seen = await namesIn(transaction);
      await read;
      return seen.includes(name);
    });
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    const isVisible = (await namesIn(database)).includes(name);
    const outside = { isVisible, isAcknowledged };
    finish();
    const isVisibleInside = await second;
    await first;
    return { ...outside, isVisibleInside, isVisibleLater: (await namesIn(database)).includes(name) };
  };
  // The second one joins the group of the first only if that takes less than 20 ms.
  let seen = await runTwo("0");
  for (let round = 1; round < ROUNDS && seen.isAcknowledged; round++) seen = await runTwo(`${round}`);
  t.same(seen, { isVisible: false, isAcknowledged: false, isVisibleInside: true, isVisibleLater: true });
});

testBoth("single writes wait for the commit of a group, and transactions for that of a batch", async (t, options) => {
  const { database } = await openDatabaseFile(t, options);
  const writes = Array.from({ length: 100 }, (_, number) =>
    number % 3 === 0 ? addSecret(database, `${number}`) : addInTransaction(database, `${number}`),
  );
  await Promise.all(writes);
  t.equal((await namesIn(database)).length, 100);
});

testBoth("closing the database rejects waiting and later transactions", async (t, options) => {
  const { database, other } = await openDatabaseFile(t, options);
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const outcomes = Promise.allSettled([
    addInTransaction(database, "a"),
    inTransaction(database, async (transaction) => {
      await addSecret(transaction, "b");
      reach();
      await closed;
    }),
    addInTransaction(database, "c"),
  ]);
  await reached;
  await database.destroy();
  close();
  const [ended, ...others] = statusesOf(await outcomes);
  t.same(others, ["rejected", "rejected"]);
  // If the open one began too late to join its group, that was committed before.
  t.same(other.prepare("select name from secrets").pluck().all(), ended === "fulfilled" ? ["a"] : []);
  await t.rejects(addInTransaction(database, "later"));
});
