import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, env, exit, stderr, stdout } from "node:process";
import { freePort } from "../src/free-port.ts";
import { fill, replace, store } from "./cluster/configuration.ts";
import { isListening } from "./cluster/machine.ts";
import { runAsPostgres } from "./cluster/programs.ts";
import { startService } from "./faults/services.ts";

const HELP = `Runs tests of the contracts on PostgreSQL through PgBouncer in transaction mode, which gives each transaction another
of four connections. Each test has a temporary database.

Usage: TEST_DATABASE_URL=postgres://user@host/database npm run test:pooler [-- <options and files for tap>]

PgBouncer runs with deploy/cluster/pgbouncer.ini. Needs the Debian package pgbouncer.
`;

const FILES = [
  "test/database/pooler.test.ts",
  "test/suites/api.ts",
  ...["bulk-items", "collections", "import-file", "items", "search", "sharing", "tags", "undo"].map(
    (name) => `test/api/collections/${name}.test.ts`,
  ),
];

/** Fewer than the connections of a test, so that they have to share. */
const POOL_SIZE = 4;

const options = argv.slice(2);
if (options.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}
if (!URL.canParse(env.TEST_DATABASE_URL ?? "")) {
  stderr.write("Set TEST_DATABASE_URL to a database whose user may create databases: postgres://user@host/database\n");
  exit(2);
}
const server = new URL(env.TEST_DATABASE_URL ?? "");
const folder = mkdtempSync(join(tmpdir(), "triptych-pooler-"));
chmodSync(folder, 0o777);
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));

const port = await freePort();
await startPooler();
const pooled = new URL(server);
pooled.host = `127.0.0.1:${port}`;
const files = options.some((option) => !option.startsWith("-")) ? [] : FILES;
const { status } = spawnSync("tap", [...options, ...files], {
  stdio: "inherit",
  env: {
    ...env,
    NODE_COMPILE_CACHE: "node_modules/.cache/node",
    TEST_DATABASE_URL: pooled.href,
    TEST_POOLED_SERVER: server.href,
  },
});
exit(status ?? 1);

async function startPooler(): Promise<void> {
  const { hostname, port: serverPort, username, password } = server;
  const target = `host=${hostname} port=${serverPort || 5432} user=${username}${password === "" ? "" : ` password=${password}`}`;
  const text = replace(fill("pgbouncer.ini", { SELF: "127.0.0.1" }), {
    // Databases of any name; only this machine may connect, without a password.
    "triptych = host=127.0.0.1 port=5000 dbname=triptych": `* = ${target}`,
    "auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt": "auth_type = any",
    "listen_port = 6432": `listen_port = ${port}`,
    "default_pool_size = 20": `default_pool_size = ${POOL_SIZE}\nserver_idle_timeout = 5`,
    "/var/log/postgresql/pgbouncer.log": join(folder, "pgbouncer.log"),
    "/var/run/postgresql/pgbouncer.pid": join(folder, "pgbouncer.pid"),
  });
  await startService({
    name: "PgBouncer",
    url: "",
    command: runAsPostgres(["pgbouncer", "-q", store(join(folder, "pgbouncer.ini"), text)]),
    env: { PATH: `${env.PATH}:/usr/sbin` },
    folder,
    logFile: join(folder, "pgbouncer.out"),
    isReady: () => isListening("127.0.0.1", port),
  });
}
