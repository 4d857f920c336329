import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { type Kysely, sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, openDatabase, ping } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { Failure } from "../../src/errors.ts";
import { engine, openTestDatabase, temporaryDatabaseUrl } from "../support/databases.ts";

// What concerns PostgreSQL alone. What can be tried without one always runs.

const UNAVAILABLE = { name: "Failure", kind: "unavailable", retryAfter: 1 };

function open(t: Test, url: string, lockTimeout: number): Database {
  const database = openDatabase(url, { lockTimeout });
  t.teardown(() => database.destroy());
  return database;
}

/** A port of this machine, and the server that listens there without ever saying a word. */
async function listenSilently(t: Test): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  return { port: portOf(server), server };
}

t.test("a database that is not there is unavailable", async (t) => {
  const { port, server } = await listenSilently(t);
  server.close();
  await once(server, "close");
  const database = open(t, `postgres://nobody@127.0.0.1:${port}/nothing`, 5_000);
  await t.rejects(ping(database), { ...UNAVAILABLE, cause: { code: "ECONNREFUSED" } });
  await t.rejects(database.transaction().execute(ping), UNAVAILABLE);
});

t.test("a database that does not answer is unavailable before long", async (t) => {
  const { port } = await listenSilently(t);
  await t.rejects(ping(open(t, `postgres://nobody@127.0.0.1:${port}/nothing`, 50)), UNAVAILABLE);
});

/** Another address of a database, over a line that can be broken. */
async function openLine(t: Test, url: string): Promise<{ url: string; breakAll: () => void }> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    for (const socket of [near, far]) sockets.push(socket.on("error", () => {}));
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  const breakAll = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  t.teardown(() => {
    breakAll();
    server.close();
  });
  await once(server, "listening");
  const line = new URL(url);
  line.host = `127.0.0.1:${portOf(server)}`;
  return { url: line.href, breakAll };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}

if (engine === "postgres") {
  /** The process of the server that a connection speaks to. */
  async function processOf(database: Kysely<never> | Database): Promise<number> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
    return rows[0]?.pid ?? 0;
  }

  async function cut(database: Database, process: number): Promise<void> {
    await sql`select pg_terminate_backend(${process}, 5000)`.execute(database);
  }

  t.test("a connection names itself, and no statement runs for ever", async (t) => {
    const database = await openTestDatabase(t);
    const { rows } = await sql`select current_setting('application_name') as name,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(database);
    t.same(rows, [{ name: "triptych", statement: "30s", idle: "30s" }]);
  });

  t.test("ids of products compare by their bytes, whatever the locale of the database", async (t) => {
    const { rows } = await sql`select collation_name from information_schema.columns
      where table_schema = current_schema() and table_name = 'products' and column_name = 'id'`.execute(
      await openTestDatabase(t),
    );
    t.same(rows, [{ collation_name: "C" }]);
  });

  t.test("a schema of the same database with other tables is another database", async (t) => {
    const [one, other] = [await temporaryDatabaseUrl(t), await temporaryDatabaseUrl(t)];
    const first = await migrate(open(t, one, 5_000), one);
    t.same(await migrate(open(t, other, 5_000), other), first);
  });

  t.test("a connection that is cut while nobody uses it is replaced", async (t) => {
    const [database, other] = [await openTestDatabase(t), await openTestDatabase(t)];
    const process = await processOf(database);
    await cut(other, process);
    await t.resolves(ping(database));
    t.not(await processOf(database), process);
  });

  t.test("a connection that is cut in a transaction makes it unavailable, and nothing else", async (t) => {
    const [database, other] = [await openTestDatabase(t), await openTestDatabase(t)];
    const between = database.transaction().execute(async (transaction) => {
      await transaction.insertInto("secrets").values({ name: "a", value: "b" }).execute();
      await cut(other, await processOf(transaction));
      await ping(transaction);
    });
    await t.rejects(between, UNAVAILABLE);
    const during = database.transaction().execute(async (transaction) => {
      const process = await processOf(transaction);
      const cutting = cut(other, process);
      await sql`select pg_sleep(10)`.execute(transaction).finally(() => cutting);
    });
    await t.rejects(during, UNAVAILABLE);
    const atTheEnd = database.transaction().execute(async (transaction) => {
      await transaction.insertInto("secrets").values({ name: "a", value: "b" }).execute();
      await cut(other, await processOf(transaction));
    });
    await t.rejects(atTheEnd, UNAVAILABLE);
    const failing = database.transaction().execute(async (transaction) => {
      await cut(other, await processOf(transaction));
      throw new Failure("conflict", "No.");
    });
    await t.rejects(failing, { message: "No." }, "what was thrown before comes through");
    t.same(await database.selectFrom("secrets").selectAll().execute(), []);
  });

  t.test("a network that breaks makes the database unavailable, until it is whole again", async (t) => {
    const { url, breakAll } = await openLine(t, await temporaryDatabaseUrl(t));
    const database = open(t, url, 5_000);
    await ping(database);
    const asking = sql`select pg_sleep(10)`.execute(database);
    breakAll();
    await t.rejects(asking, { ...UNAVAILABLE, cause: { message: /Connection terminated|ECONNRESET/ } });
    await t.resolves(ping(database));
  });

  t.test("a statement that takes too long is unavailable", async (t) => {
    const database = await openTestDatabase(t);
    const slow = database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 20`.execute(transaction);
      await sql`select pg_sleep(10)`.execute(transaction);
    });
    await t.rejects(slow, { ...UNAVAILABLE, cause: { code: "57014" } });
    await t.resolves(ping(database));
  });

  t.test("two transactions that can't both be right: the second is unavailable", async (t) => {
    const database = await openTestDatabase(t);
    await database.insertInto("secrets").values({ name: "a", value: "0" }).execute();
    const overtaken = database
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (transaction) => {
        await transaction.selectFrom("secrets").selectAll().execute();
        await database.updateTable("secrets").set({ value: "1" }).execute();
        await transaction.updateTable("secrets").set({ value: "2" }).execute();
      });
    await t.rejects(overtaken, { ...UNAVAILABLE, cause: { code: "40001" } });
  });

  t.test(
    "when every connection is taken for too long the database is unavailable, and works again afterwards",
    async (t) => {
      const database = open(t, await temporaryDatabaseUrl(t), 200);
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const taken = Array.from({ length: 10 }, () =>
        database.transaction().execute(async (transaction) => {
          await ping(transaction);
          await promise;
        }),
      );
      await t.rejects(ping(database), UNAVAILABLE);
      release();
      await Promise.all(taken);
      await t.resolves(ping(database));
    },
  );
}
