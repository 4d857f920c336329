import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { sql } from "kysely";
import root, { type Test } from "tap";
import { fill, replace, store } from "../../harness/cluster-files.ts";
import { createDatabase, dropDatabase, runAsPostgres } from "../../harness/postgres.ts";
import { isListening } from "../../harness/reachable.ts";
import { startService } from "../../harness/services.ts";
import { freePort } from "../../src/base/free-port.ts";
import { openDatabase } from "../../src/database/database.ts";

/** Connections of PgBouncer to a database: fewer than those of a test, so that they have to share. */
export const POOL_SIZE = 4;

/** A database with an address that leads through PgBouncer, and one that does not. */
export interface PooledDatabase {
  readonly url: string;
  readonly directUrl: string;
}

/** Starts PgBouncer with deploy/cluster/pgbouncer.ini. Returns a function that creates a database for a test. */
export async function startPooler(): Promise<(t: Test) => Promise<PooledDatabase>> {
  const { TEST_DATABASE_URL: server = "" } = env;
  if (!/^postgres(ql)?:\/\//.test(server))
    throw new Error(
      "Set TEST_DATABASE_URL to a database whose user may create databases: postgres://user@host/database",
    );
  const folder = mkdtempSync(join(tmpdir(), "triptych-pooler-"));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const { remove } = await startService({
    name: "PgBouncer",
    url: "",
    command: runAsPostgres(["pgbouncer", "-q", store(join(folder, "pgbouncer.ini"), configure(server, folder, port))]),
    env: { PATH: `${env.PATH}:/usr/sbin` },
    folder,
    logFile: join(folder, "pgbouncer.out"),
    isReady: () => isListening("127.0.0.1", port),
  });
  root.teardown(remove);
  return async (t) => {
    const name = `test_${randomBytes(8).toString("hex")}`;
    const directUrl = await createDatabase(server, name);
    t.teardown(() => dropDatabase(server, name));
    const url = new URL(directUrl);
    url.host = `127.0.0.1:${port}`;
    return { url: url.href, directUrl };
  };
}

function configure(server: string, folder: string, port: number): string {
  const { hostname, port: serverPort, username, password } = new URL(server);
  const target = `host=${hostname} port=${serverPort || 5432} user=${username}${password === "" ? "" : ` password=${password}`}`;
  return replace(fill("pgbouncer.ini", { SELF: "127.0.0.1" }), {
    // Databases of any name; only this machine may connect, without a password.
    "triptych = host=127.0.0.1 port=5000 dbname=triptych": `* = ${target}`,
    "auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt": "auth_type = any",
    "listen_port = 6432": `listen_port = ${port}`,
    "default_pool_size = 20": `default_pool_size = ${POOL_SIZE}`,
    "/var/log/postgresql/pgbouncer.log": join(folder, "pgbouncer.log"),
    "/var/run/postgresql/pgbouncer.pid": join(folder, "pgbouncer.pid"),
  });
}

/** Settings that PgBouncer sets on a connection for each of its clients. */
const OF_POOLER = ["application_name", "client_encoding", "DateStyle", "standard_conforming_strings", "TimeZone"];

const SESSION_STATE = sql<{ state: string }>`
  select concat_ws(' ', 'setting', name, setting) as state from pg_settings
    where source = 'session' and name not in (${sql.join(OF_POOLER)})
  union all select 'prepared statement ' || statement from pg_prepared_statements
  union all select 'cursor ' || name from pg_cursors where is_holdable
  union all select 'channel ' || name from pg_listening_channels() as name
  union all select 'temporary table ' || relname from pg_class where relnamespace = pg_my_temp_schema()
  union all select 'advisory lock ' || objid from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`;

/** What clients have left on PgBouncer's connections to a database: other clients would get it next. */
export async function listSessionState(url: string): Promise<string[]> {
  const database = openDatabase(url, { poolSize: POOL_SIZE });
  try {
    // Transactions at the same time are on different connections.
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let open = 0;
    const read = () =>
      database.transaction().execute(async (transaction) => {
        const { rows } = await SESSION_STATE.execute(transaction);
        open += 1;
        if (open === POOL_SIZE) resolve();
        await all;
        return rows.map(({ state }) => state);
      });
    return (await Promise.all(Array.from({ length: POOL_SIZE }, read))).flat();
  } finally {
    await database.destroy();
  }
}
