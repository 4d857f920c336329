import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { type Kysely, sql } from "kysely";
import t, { type Test } from "tap";
import { Failure } from "#contract/failure";
import { type Database, inTransaction, openDatabase } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openApp } from "../support/app.ts";
import { engine, openTestDatabase, temporaryDatabaseUrl } from "../support/databases.ts";

// Tests of the code for PostgreSQL. Those that need no PostgreSQL server also run when the other tests run on SQLite.

const UNAVAILABLE = { name: "Failure", kind: "unavailable", retryAfter: 1 };

function open(t: Test, url: string, connectionTimeout: number): Database {
  const database = openDatabase(url, { lockTimeout: connectionTimeout });
  t.teardown(() => database.destroy());
  return database;
}

/** A local server that accepts connections and never sends a byte. */
async function listenSilently(t: Test): Promise<number> {
  const server = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  return portOf(server);
}

t.test("a refused connection is reported as unavailable", async (t) => {
  const database = open(t, "postgres://nobody@127.0.0.1:1/nothing", 5_000);
  await t.rejects(engineOf(database).ping(database), { ...UNAVAILABLE, cause: { code: "ECONNREFUSED" } });
  await t.rejects(database.transaction().execute(engineOf(database).ping), UNAVAILABLE);
});

t.test("a server that does not respond is reported as unavailable after the connection timeout", async (t) => {
  const port = await listenSilently(t);
  const unknown = open(t, `postgres://nobody@127.0.0.1:${port}/nothing`, 50);
  await t.rejects(engineOf(unknown).ping(unknown), UNAVAILABLE);
});

/** A proxy to a database. `breakAll` destroys all connections; `freeze` stops forwarding. */
async function openProxy(t: Test, url: string): Promise<{ url: string; breakAll: () => void; freeze: () => void }> {
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
  const freeze = () => {
    for (const socket of sockets) socket.pause();
  };
  return { url: proxied.href, breakAll, freeze };
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
    await t.resolves(engineOf(database).ping(database));
    t.not(await processOf(database), process);
  });

  t.test("a connection to a server that accepts no writes any more is replaced", async (t) => {
    const database = openDatabase(await temporaryDatabaseUrl(t), { poolSize: 1 });
    t.teardown(() => database.destroy());
    await sql`create table written (id int)`.execute(database);
    const process = await processOf(database);
    await sql`set default_transaction_read_only = on`.execute(database);
    const write = () => sql`insert into written values (1)`.execute(database);
    await t.rejects(write(), { ...UNAVAILABLE, cause: { code: "25006" } });
    await t.resolves(write());
    t.not(await processOf(database), process);
  });

  t.test(
    "a connection that is terminated during a transaction is reported as unavailable, and nothing is written",
    async (t) => {
      const [database, other] = [await openTestDatabase(t), await openTestDatabase(t)];
      const between = database.transaction().execute(async (transaction) => {
        await transaction.insertInto("secrets").values({ name: "a", value: "b" }).execute();
        await terminate(other, await processOf(transaction));
        await engineOf(transaction).ping(transaction);
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
    await engineOf(database).ping(database);
    const pending = sql`select pg_sleep(10)`.execute(database);
    breakAll();
    await t.rejects(pending, { ...UNAVAILABLE, cause: { message: /Connection terminated|ECONNRESET/ } });
    await t.resolves(engineOf(database).ping(database));
  });

  t.test("/health/ready is 503 when the server accepts no writes, like a standby", async (t) => {
    const url = new URL(await temporaryDatabaseUrl(t));
    const writable = open(t, url.href, 5_000);
    await migrate(writable, url.href);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    const standby = open(t, url.href, 5_000);
    await t.resolves(standby.selectFrom("secrets").select("name").execute());
    const { send } = await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: standby });
    t.equal((await send("GET", "/health/ready")).status, 503);
    await t.resolves(engineOf(writable).ping(writable));
  });

  t.test("a statement timeout is reported as unavailable", async (t) => {
    const database = await openTestDatabase(t);
    const slow = database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 20`.execute(transaction);
      await sql`select pg_sleep(10)`.execute(transaction);
    });
    await t.rejects(slow, { ...UNAVAILABLE, cause: { code: "57014" } });
    await t.resolves(engineOf(database).ping(database));
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

  t.test("an exhausted pool is reported as unavailable after the connection timeout, and recovers", async (t) => {
    const database = open(t, await temporaryDatabaseUrl(t), 1_000);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const taken: Promise<void>[] = [];
    // One after the other: opening ten connections at once may take longer than the timeout.
    for (let count = 0; count < 10; count++) {
      const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
      const transaction = database.transaction().execute(async (transaction) => {
        await engineOf(transaction).ping(transaction);
        begin();
        await promise;
      });
      taken.push(transaction);
      await Promise.race([begins, transaction]);
    }
    await t.rejects(engineOf(database).ping(database), UNAVAILABLE);
    release();
    await Promise.all(taken);
    await t.resolves(engineOf(database).ping(database));
  });

  t.test("a statement on a frozen server is reported as unavailable, and its connection is replaced", async (t) => {
    const proxy = await openProxy(t, await temporaryDatabaseUrl(t));
    const database = openDatabase(proxy.url, { statementTimeout: 1_000 });
    t.teardown(() => database.destroy());
    await engineOf(database).ping(database);
    proxy.freeze();
    await t.rejects(engineOf(database).ping(database), { ...UNAVAILABLE, cause: { message: "Query read timeout" } });
    await t.resolves(engineOf(database).ping(database), "on a new connection");
    proxy.freeze();
    const stuck = database.transaction().execute(async (transaction) => {
      await t.rejects(engineOf(transaction).ping(transaction), UNAVAILABLE);
      await engineOf(transaction).ping(transaction);
    });
    await t.rejects(stuck, { ...UNAVAILABLE, cause: { message: "A query of this connection failed before." } });
    await t.resolves(engineOf(database).ping(database), "on a new connection");
  });

  t.test("closing the pool does not wait for a frozen server", async (t) => {
    const proxy = await openProxy(t, await temporaryDatabaseUrl(t));
    const database = openDatabase(proxy.url, { statementTimeout: 2_000 });
    await engineOf(database).ping(database);
    proxy.freeze();
    const pending = engineOf(database).ping(database);
    const first = await Promise.race([pending.catch(() => "timeout"), database.destroy().then(() => "closed")]);
    t.equal(first, "closed");
    await t.rejects(pending, UNAVAILABLE);
  });

  t.test("statements that wait for a locked table leave connections for statements on other tables", async (t) => {
    const url = await temporaryDatabaseUrl(t);
    const [database, other] = [openDatabase(url, { poolSize: 4 }), open(t, url, 5_000)];
    t.teardown(() => database.destroy());
    await migrate(database, url);
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
    const { promise: locked, resolve: reportLocked } = Promise.withResolvers<void>();
    const locking = other.transaction().execute(async (transaction) => {
      await sql`lock table items in access exclusive mode`.execute(transaction);
      reportLocked();
      await unlocked;
    });
    await locked;
    const waiting = Array.from({ length: 20 }, () => database.selectFrom("items").select("id").execute());
    t.same(await database.selectFrom("products").select("id").execute(), []);
    await t.resolves(
      database.transaction().execute((transaction) => transaction.selectFrom("accounts").select("id").execute()),
    );
    unlock();
    await Promise.all([locking, ...waiting]);
  });

  t.test("a transaction that PostgreSQL aborts because of a deadlock is retried", async (t) => {
    const database = await openTestDatabase(t);
    await database
      .insertInto("secrets")
      .values([
        { name: "a", value: "" },
        { name: "b", value: "" },
      ])
      .execute();
    let attempts = 0;
    const { promise: bothLocked, resolve: reportBothLocked } = Promise.withResolvers<void>();
    const append = (first: string, second: string, text: string) =>
      inTransaction(database, async (transaction) => {
        const write = (name: string) =>
          transaction
            .updateTable("secrets")
            .set({ value: sql`value || ${text}` })
            .where("name", "=", name)
            .execute();
        await write(first);
        attempts += 1;
        if (attempts === 2) reportBothLocked();
        await bothLocked;
        await write(second);
      });
    await Promise.all([append("a", "b", "1"), append("b", "a", "2")]);
    t.equal(attempts, 3);
    const rows = await database.selectFrom("secrets").select("value").where("name", "in", ["a", "b"]).execute();
    t.same(
      rows.map(({ value }) => value.length),
      [2, 2],
      "each change is stored once",
    );
  });
}
