import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import t, { type Test } from "tap";
import type { ExecutedStatement } from "../../src/database/core/status.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { migrate } from "../../src/database/migrate.ts";
import { PipelinedConnection } from "../../src/database/postgres/driver/pipelined-connection.ts";
import { Pipelines } from "../../src/database/postgres/driver/pipelines.ts";
import { StatementNames } from "../../src/database/postgres/driver/statement-names.ts";
import { prepare, type ValueOf } from "../../src/database/prepared.ts";
import { engine, temporaryDatabaseUrl } from "../support/databases.ts";

const UNAVAILABLE = { name: "Failure", kind: "unavailable", retryAfter: 1 };

const pid = sql<number>`pg_backend_pid()`.as("pid");
const transaction = sql<string>`pg_current_xact_id()::text`.as("transaction");

const insert = prepare((database: Database, value: ValueOf<{ name: string; value: string }>) =>
  database
    .insertInto("secrets")
    .values({ name: value("name"), value: value("value") })
    .returning([pid, transaction]),
);

/** Inserts a row, unless there is one with the same value. */
const insertFirst = prepare((database: Database, value: ValueOf<{ name: string; value: string }>) =>
  database
    .insertInto("secrets")
    .columns(["name", "value"])
    .expression(
      database
        .selectNoFrom(({ cast }) => [
          cast<string>(value("name"), "text").as("name"),
          cast<string>(value("value"), "text").as("value"),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("secrets").select("name").where("value", "=", value("value")))),
        ),
    )
    .returning(transaction),
);

const update = prepare((database: Database, value: ValueOf<{ name: string; value: string }>) =>
  database
    .updateTable("secrets")
    .set({ value: value("value") })
    .where("name", "=", value("name"))
    .returning([pid]),
);

const read = prepare((database: Database, value: ValueOf<{ name: string }>) =>
  database.selectFrom("secrets").select(["value", pid]).where("name", "=", value("name")),
);

const readProduct = prepare((database: Database, value: ValueOf<{ id: string }>) =>
  database.selectFrom("products").select("id").where("id", "=", value("id")),
);

/** How often to repeat what may go well by chance, or fail by chance on a busy machine. */
const ROUNDS = 50;

if (engine === "postgres") {
  interface Opened {
    /** Its statements above are prepared, and its pipelined connections open. */
    readonly database: Database;
    /** Another handle of the same data, without pipelined connections. */
    readonly other: Database;
    readonly url: string;
  }

  async function open(t: Test, options: Parameters<typeof openDatabase>[1] = {}): Promise<Opened> {
    const url = await temporaryDatabaseUrl(t);
    const other = openDatabase(url);
    t.teardown(() => other.destroy());
    await migrate(other, url);
    return { database: await openWarm(t, url, options), other, url };
  }

  /** Opens a handle whose statements above are prepared, and whose pipelined connections are open. */
  async function openWarm(t: Test, url: string, options: Parameters<typeof openDatabase>[1] = {}): Promise<Database> {
    const database = openDatabase(url, { preparesStatements: true, ...options });
    t.teardown(() => database.destroy());
    const { poolSize = 10, preparesStatements = true } = options;
    await warmUp(database, poolSize > 5 && preparesStatements);
    return database;
  }

  /** Executes each statement ten times, and until pipelined connections are open. */
  async function warmUp(database: Database, hasPipelines: boolean): Promise<void> {
    for (let times = 0; times < 10 || (hasPipelines && !(await isPipelined(database))); times++) {
      const name = `warm up ${times}`;
      await insert(database, { name, value: "" });
      await update(database, { name, value: "1" });
      await Promise.all([read(database, { name }), read(database, { name }), readProduct(database, { id: name })]);
      await setTimeout(10);
    }
    await database.deleteFrom("secrets").execute();
  }

  /** Whether writes share a transaction, and many reads two connections. */
  async function isPipelined(database: Database): Promise<boolean> {
    const written = await Promise.all(["a", "b"].map((name) => insert(database, { name, value: "" })));
    const found = await Promise.all(Array.from({ length: 20 }, () => read(database, { name: "a" })));
    await database.deleteFrom("secrets").execute();
    const [transactions, processes] = [written.map(([row]) => row?.transaction), found.map(([row]) => row?.pid)];
    return new Set(transactions).size === 1 && new Set(processes).size === 2;
  }

  async function names(database: Database): Promise<string[]> {
    const rows = await database.selectFrom("secrets").select("name").orderBy("name").execute();
    return rows.map(({ name }) => name);
  }

  /** Locks the table of secrets, or one row of it, until the returned function is called. */
  async function lock(t: Test, database: Database, row?: string): Promise<() => Promise<void>> {
    const { promise: locked, resolve: reportLocked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    t.teardown(() => release());
    const holding = database.transaction().execute(async (transaction) => {
      if (row === undefined) await sql`lock table secrets in access exclusive mode`.execute(transaction);
      else await sql`select 1 from secrets where name = ${row} for update`.execute(transaction);
      reportLocked();
      await released;
    });
    await locked;
    return () => {
      release();
      return holding;
    };
  }

  /**
   * Waits until `count` connections execute a statement that waits for a lock. Returns the processes of the first ones:
   * on a busy machine, statements that were sent behind theirs may already wait on others.
   */
  async function waitingProcesses(database: Database, count: number): Promise<number[]> {
    for (;;) {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where pid in (select pid from pg_locks where not granted and relation = 'secrets'::regclass
          and database = (select oid from pg_database where datname = current_database())) order by query_start`.execute(
        database,
      );
      if (rows.length >= count) return rows.slice(0, count).map(({ pid }) => pid);
      await setTimeout(5);
    }
  }

  t.test("writes of one turn are committed in one transaction", async (t) => {
    const { database } = await open(t);
    const written = await Promise.all(["a", "b", "c"].map((name) => insert(database, { name, value: "" })));
    t.equal(new Set(written.map(([row]) => row?.transaction)).size, 1);
    t.same(await names(database), ["a", "b", "c"]);
  });

  t.test(
    "of a batch with a rejected write, only its caller gets the error; the others are committed once",
    async (t) => {
      const { database } = await open(t);
      await insert(database, { name: "taken", value: "first" });
      const outcomes = await Promise.allSettled(
        ["a", "taken", "b"].map((name) => insert(database, { name, value: "second" })),
      );
      t.match(outcomes, [
        { status: "fulfilled" },
        { status: "rejected", reason: { code: "23505" } },
        { status: "fulfilled" },
      ]);
      t.same(await names(database), ["a", "b", "taken"]);
      t.match(await read(database, { name: "taken" }), [{ value: "first" }]);
    },
  );

  t.test("a write that waits for a lock does not hold up the others of its batch, or later ones", async (t) => {
    const { database, other } = await open(t);
    await insert(database, { name: "locked", value: "" });
    const unlock = await lock(t, other, "locked");
    let isUpdated = false;
    const updating = update(database, { name: "locked", value: "new" }).then(() => {
      isUpdated = true;
    });
    await Promise.all(["a", "b"].map((name) => insert(database, { name, value: "" })));
    await insert(database, { name: "c", value: "" });
    t.notOk(isUpdated, "these were committed while the first one waited");
    await unlock();
    await updating;
    t.same(await names(database), ["a", "b", "c", "locked"]);
    t.match(await read(database, { name: "locked" }), [{ value: "new" }]);
  });

  t.test(
    "a batch whose connection is lost is reported as unavailable, not repeated, and the next succeeds",
    async (t) => {
      const { database, other } = await open(t);
      await insert(database, { name: "locked", value: "" });
      const [connection] = await insert(database, { name: "before", value: "" });
      // So slow that the batch is still executing when its connection is terminated; not a lock, which would end the batch.
      await sql`create function sleep() returns trigger language plpgsql as $$ begin
      perform pg_sleep(10); return new; end $$`.execute(other);
      await sql`create trigger sleeps before insert on secrets for each row when (new.name = 'slow')
      execute function sleep()`.execute(other);
      const outcomes = Promise.allSettled(["a", "slow", "b"].map((name) => insert(database, { name, value: "" })));
      await setTimeout(100);
      await sql`select pg_terminate_backend(${connection?.pid}, 5000)`.execute(other);
      t.match(await outcomes, Array(3).fill({ status: "rejected", reason: UNAVAILABLE }));
      t.same(await names(database), ["before", "locked"]);
      await insert(database, { name: "after", value: "" });
      t.same(await names(database), ["after", "before", "locked"]);
    },
  );

  t.test("a connection whose server does not respond in time ends, and its statements reject", async (t) => {
    const url = await temporaryDatabaseUrl(t);
    const connection = await PipelinedConnection.open(pg, { connectionString: url, query_timeout: 1_000 });
    const { rows } = await connection.send({ text: "select pg_backend_pid() as pid" });
    const other = openDatabase(url);
    t.teardown(async () => {
      // PostgreSQL still executes the statement. Its transaction would block vacuum in other tests.
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other);
      await other.destroy();
    });
    const outcomes = Promise.allSettled([
      connection.send({ text: "select pg_sleep(60)" }),
      connection.send({ text: "select 1" }),
    ]);
    t.match(await outcomes, [
      { status: "rejected", reason: { message: "Query read timeout" } },
      { status: "rejected", reason: { message: "Connection terminated unexpectedly" } },
    ]);
    t.notOk(connection.isOpen);
    await connection.close();
  });

  t.test("closing a connection waits for a response only as long as the time limit", async (t) => {
    const url = await temporaryDatabaseUrl(t);
    const connection = await PipelinedConnection.open(pg, { connectionString: url, query_timeout: 1_000 });
    const { rows } = await connection.send({ text: "select pg_backend_pid() as pid" });
    const other = openDatabase(url);
    t.teardown(() => other.destroy());
    const outcome = t.rejects(connection.send({ text: "select pg_sleep(60)" }), { message: "Query read timeout" });
    await connection.close();
    await outcome;
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other);
  });

  t.test("the time limit of a statement begins with the response to the one before it", async (t) => {
    const url = await temporaryDatabaseUrl(t);
    const connection = await PipelinedConnection.open(pg, { connectionString: url, query_timeout: 5_000 });
    t.teardown(() => connection.close());
    const waiting = Array.from({ length: 4 }, () => connection.send({ text: "select pg_sleep(1.5)" }));
    t.match(await Promise.all(waiting), Array(4).fill({ rowCount: 1 }));
  });

  t.test("reads whose connection is lost are repeated", async (t) => {
    const { database, other } = await open(t);
    await insert(database, { name: "a", value: "1" });
    const unlock = await lock(t, other);
    const reading = Promise.all(Array.from({ length: 20 }, () => read(database, { name: "a" })));
    for (const process of await waitingProcesses(other, 2))
      await sql`select pg_terminate_backend(${process}, 5000)`.execute(other);
    await unlock();
    for (const rows of await reading) t.match(rows, [{ value: "1" }]);
    t.match(await read(database, { name: "a" }), [{ value: "1" }]);
  });

  t.test("reads behind one that waits for a lock are executed on other connections", async (t) => {
    const { database, other } = await open(t);
    const unlock = await lock(t, other);
    const waiting = Array.from({ length: 4 }, () => read(database, { name: "a" }));
    // Sent at once, behind those that wait.
    const behind = Promise.all(Array.from({ length: 10 }, () => readProduct(database, { id: "0" })));
    t.same(await behind, Array(10).fill([]));
    t.same(await readProduct(database, { id: "0" }), [], "sent later");
    await unlock();
    t.same(await Promise.all(waiting), Array(4).fill([]));
  });

  t.test("a read after an acknowledged write sees it", async (t) => {
    const { database } = await open(t);
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const name = `name ${index}`;
        await insert(database, { name, value: name });
        t.match(await read(database, { name }), [{ value: name }]);
      }),
    );
  });

  t.test("statements of a transaction use its connection", async (t) => {
    const { database } = await open(t);
    const rollingBack = database.transaction().execute(async (transaction) => {
      const [written] = await insert(transaction, { name: "a", value: "1" });
      t.match(await read(transaction, { name: "a" }), [{ value: "1", pid: written?.pid }]);
      t.same(await read(database, { name: "a" }), []);
      throw new Error("Roll back.");
    });
    await t.rejects(rollingBack, { message: "Roll back." });
    t.same(await names(database), []);
  });

  t.test("writes with the same lock on two pools see each other's rows", async (t) => {
    const { database, url } = await open(t);
    const neighbour = await openWarm(t, url);
    for (const handle of [database, neighbour])
      for (let times = 0; times < 3; times++) await insertFirst(handle, { name: "warm up", value: "" }, ["warm up"]);
    for (let round = 0; round < ROUNDS; round++) {
      const value = `round ${round}`;
      const inserted = await Promise.all(
        [database, neighbour].map((handle, number) =>
          insertFirst(handle, { name: `${value} ${number}`, value }, [value]),
        ),
      );
      t.equal(inserted.flat().length, 1);
    }
  });

  t.test("batches that need the same locks in different orders do not deadlock", async (t) => {
    const { database, other, url } = await open(t);
    const neighbour = await openWarm(t, url);
    /** Executes a batch with two locks. Returns the number of its transactions. */
    const write = async (handle: Database, name: string, locks: readonly string[]) => {
      const rows = await Promise.all(
        locks.map((lock) => insert(handle, { name: `${name} ${lock}`, value: "" }, [lock])),
      );
      return new Set(rows.map(([row]) => row?.transaction)).size;
    };
    const untilWaiting = async (count: number) => {
      const waiting = sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      while ((await waiting.execute(database)).rows.length < count) await setTimeout(1);
    };
    /** The transactions of two batches that wait for the lock `a` at the same time. */
    const writeTwo = async (round: number) => {
      const batches: Promise<number>[] = [];
      await other.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('a', 0))`.execute(transaction);
        batches.push(write(database, `${round} database`, ["a", "b"]));
        await untilWaiting(1);
        batches.push(write(neighbour, `${round} neighbour`, ["b", "a"]));
        await untilWaiting(2);
      });
      return Promise.all(batches);
    };
    // On a busy machine, a batch may wait for so long that it is rolled back, and its statements are repeated one by one.
    let transactions: number[] = [];
    for (let round = 0; round < ROUNDS && transactions.join() !== "1,1"; round++) transactions = await writeTwo(round);
    t.same(transactions, [1, 1]);
  });

  t.test("a statement whose columns have changed is repeated", async (t) => {
    const { database, other } = await open(t);
    await insert(database, { name: "a", value: "1" });
    await sql`alter table secrets alter column value type varchar(1000)`.execute(other);
    for (let times = 0; times < 5; times++) t.match(await read(database, { name: "a" }), [{ value: "1" }]);
    await Promise.all(["b", "c"].map((name) => insert(database, { name, value: "" })));
    t.same(await names(database), ["a", "b", "c"]);
  });

  t.test("the pool and the pipelined connections are together as many as poolSize", async (t) => {
    const { database } = await open(t, { poolSize: 6 });
    const processes = new Set<number | undefined>();
    const transactions = Array.from({ length: 20 }, () =>
      database.transaction().execute((transaction) => read(transaction, { name: "a" })),
    );
    await insert(database, { name: "a", value: "" });
    await Promise.all([
      ...Array.from({ length: 50 }, async (_, index) => {
        processes.add((await read(database, { name: "a" }))[0]?.pid);
        processes.add((await insert(database, { name: `name ${index}`, value: "" }))[0]?.pid);
      }),
      ...transactions,
    ]);
    const { used = 0, idle = 0 } = engineOf(database).statusOf(database).pool ?? {};
    t.equal(used + idle, 6);
    t.ok(processes.size <= 6);
    t.ok(processes.size > 1);
  });

  t.test("there are none for a small pool, and none without prepared statements", async (t) => {
    for (const options of [{ poolSize: 5 }, { preparesStatements: false }]) {
      const { database } = await open(t, options);
      const written = await Promise.all(["a", "b"].map((name) => insert(database, { name, value: "" })));
      t.equal(new Set(written.map(([row]) => row?.transaction)).size, 2, "two transactions");
    }
  });

  t.test("each statement is observed once", async (t) => {
    const observed: ExecutedStatement[] = [];
    const { database } = await open(t, { onStatement: (statement) => observed.push(statement) });
    await insert(database, { name: "taken", value: "" });
    observed.length = 0;
    await read(database, { name: "taken" });
    const inserts = ["a", "taken"].map((name) => insert(database, { name, value: "" }));
    await Promise.allSettled(inserts);
    t.match(
      observed.map(({ engine, sql, error }) => ({ engine, verb: sql.split(" ")[0], error })),
      [
        { engine: "postgresql", verb: "select" },
        { engine: "postgresql", verb: "insert" },
        { engine: "postgresql", verb: "insert" },
      ],
    );
    t.equal(observed.filter(({ error }) => error !== undefined).length, 1);
  });

  t.test("none is opened to a server that accepts no writes, which may be a standby with old data", async (t) => {
    const { url } = await open(t);
    const standby = new URL(url);
    standby.searchParams.set("options", `${standby.searchParams.get("options")} -c default_transaction_read_only=on`);
    const statements = new StatementNames();
    const text = "select value from secrets where name = $1";
    for (let times = 0; times < 2; times++) statements.nameOf(text);
    const openPipelines = (connectionString: string) => {
      const pipelines = new Pipelines({ Client: pg.Client }, { connectionString }, statements);
      t.teardown(() => pipelines.close());
      return () => pipelines.execute({ sql: text, values: ["a"], isRead: true });
    };
    const [readStandby, readPrimary] = [openPipelines(standby.href), openPipelines(url)];
    t.equal(await readStandby(), undefined);
    while ((await readPrimary()) === undefined) await setTimeout(10);
    await setTimeout(200);
    t.equal(await readStandby(), undefined, "long after a connection could have been opened");
  });

  t.test("a connection has at most 128 reads in flight; the others are left to the pool", async (t) => {
    const { other, url } = await open(t);
    let inFlight = 0;
    let most = 0;
    class CountingClient extends pg.Client {
      override query(...parameters: never[]): never {
        const [statement, callback] = parameters as unknown[];
        if (typeof callback !== "function") return super.query(...(parameters as [never])) as never;
        most = Math.max(most, ++inFlight);
        const counted = (...results: unknown[]) => {
          inFlight -= 1;
          callback(...results);
        };
        return super.query(statement as never, counted as never) as never;
      }
    }
    const statements = new StatementNames();
    const text = "select value from secrets where name = $1";
    for (let times = 0; times < 2; times++) statements.nameOf(text);
    const pipelines = new Pipelines({ Client: CountingClient }, { connectionString: url }, statements);
    t.teardown(() => pipelines.close());
    const execute = () => pipelines.execute({ sql: text, values: ["a"], isRead: true });
    while ((await execute()) === undefined || pipelines.status.idle < 2) await setTimeout(10);
    const unlock = await lock(t, other);
    const results = Promise.all(Array.from({ length: 300 }, execute));
    t.equal(most, 256);
    await unlock();
    t.equal(
      (await results).filter((rows) => rows !== undefined).length <= 256,
      true,
      "the others are not executed here",
    );
    t.equal(inFlight, 0);
  });
}
