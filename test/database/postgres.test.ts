import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { type Kysely, sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, openDatabase, ping } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { Failure } from "../../src/errors.ts";
import { engine, openTestDatabase, temporaryDatabaseUrl } from "../support/databases.ts";

// Tests of PostgreSQL alone. Those that need no server always run.

const UNAVAILABLE = { name: "Failure", kind: "unavailable", retryAfter: 1 };

function open(t: Test, url: string, lockTimeout: number): Database {
  const database = openDatabase(url, { lockTimeout });
  t.teardown(() => database.destroy());
  return database;
}

/** A local server that accepts connections and never sends a byte. */
async function listenSilently(t: Test): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  return { port: portOf(server), server };
}

t.test("a refused connection is reported as unavailable", async (t) => {
  const { port, server } = await listenSilently(t);
  server.close();
  await once(server, "close");
  const database = open(t, `postgres://nobody@127.0.0.1:${port}/nothing`, 5_000);
  await t.rejects(ping(database), { ...UNAVAILABLE, cause: { code: "ECONNREFUSED" } });
  await t.rejects(database.transaction().execute(ping), UNAVAILABLE);
});

t.test("a server that does not respond is reported as unavailable after the lock timeout", async (t) => {
  const { port } = await listenSilently(t);
  await t.rejects(ping(open(t, `postgres://nobody@127.0.0.1:${port}/nothing`, 50)), UNAVAILABLE);
});

/** A proxy to a database: the URL to connect to, and a function that breaks all connections. */
async function openProxy(t: Test, url: string): Promise<{ url: string; breakAll: () => void }> {
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
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${portOf(server)}`;
  return { url: proxied.href, breakAll };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}

if (engine === "postgres") {
  /** The id of the server process behind a connection. */
  async function processOf(database: Kysely<never> | Database): Promise<number> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
    return rows[0]?.pid ?? 0;
  }

  async function terminate(database: Database, process: number): Promise<void> {
    await sql`select pg_terminate_backend(${process}, 5000)`.execute(database);
  }

  t.test("a connection sets its application name and its timeouts", async (t) => {
    const database = await openTestDatabase(t);
    const { rows } = await sql`select current_setting('application_name') as name,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(database);
    t.same(rows, [{ name: "triptych", statement: "30s", idle: "30s" }]);
  });

  t.test("product ids have the collation C, whatever the locale of the database", async (t) => {
    const { rows } = await sql`select collation_name from information_schema.columns
      where table_schema = current_schema() and table_name = 'products' and column_name = 'id'`.execute(
      await openTestDatabase(t),
    );
    t.same(rows, [{ collation_name: "C" }]);
  });

  t.test("schemas of the same database are migrated independently", async (t) => {
    const [one, other] = [await temporaryDatabaseUrl(t), await temporaryDatabaseUrl(t)];
    const first = await migrate(open(t, one, 5_000), one);
    t.same(await migrate(open(t, other, 5_000), other), first);
  });

  t.test("an idle connection that the server terminates is replaced", async (t) => {
    const [database, other] = [await openTestDatabase(t), await openTestDatabase(t)];
    const process = await processOf(database);
    await terminate(other, process);
    await t.resolves(ping(database));
    t.not(await processOf(database), process);
  });

  t.test(
    "a connection that is terminated during a transaction is reported as unavailable, and nothing is written",
    async (t) => {
      const [database, other] = [await openTestDatabase(t), await openTestDatabase(t)];
      const between = database.transaction().execute(async (transaction) => {
        await transaction.insertInto("secrets").values({ name: "a", value: "b" }).execute();
        await terminate(other, await processOf(transaction));
        await ping(transaction);
      });
      await t.rejects(between, UNAVAILABLE);
      const during = database.transaction().execute(async (transaction) => {
        const process = await processOf(transaction);
        const terminating = terminate(other, process);
        await sql`select pg_sleep(10)`.execute(transaction).finally(() => terminating);
      });
      await t.rejects(during, UNAVAILABLE);
      const atTheEnd = database.transaction().execute(async (transaction) => {
        await transaction.insertInto("secrets").values({ name: "a", value: "b" }).execute();
        await terminate(other, await processOf(transaction));
      });
      await t.rejects(atTheEnd, UNAVAILABLE);
      const failing = database.transaction().execute(async (transaction) => {
        await terminate(other, await processOf(transaction));
        throw new Failure("conflict", "No.");
      });
      await t.rejects(failing, { message: "No." }, "the error thrown first is reported");
      t.same(await database.selectFrom("secrets").selectAll().execute(), []);
    },
  );

  t.test("a broken network connection is reported as unavailable, and the next query reconnects", async (t) => {
    const { url, breakAll } = await openProxy(t, await temporaryDatabaseUrl(t));
    const database = open(t, url, 5_000);
    await ping(database);
    const pending = sql`select pg_sleep(10)`.execute(database);
    breakAll();
    await t.rejects(pending, { ...UNAVAILABLE, cause: { message: /Connection terminated|ECONNRESET/ } });
    await t.resolves(ping(database));
  });

  t.test("a statement timeout is reported as unavailable", async (t) => {
    const database = await openTestDatabase(t);
    const slow = database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 20`.execute(transaction);
      await sql`select pg_sleep(10)`.execute(transaction);
    });
    await t.rejects(slow, { ...UNAVAILABLE, cause: { code: "57014" } });
    await t.resolves(ping(database));
  });

  t.test("a serialisation failure is reported as unavailable", async (t) => {
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

  t.test("an exhausted pool is reported as unavailable after the lock timeout, and recovers", async (t) => {
    const database = open(t, await temporaryDatabaseUrl(t), 1_000);
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
  });
}
