import { readFile } from "node:fs/promises";
import { platform } from "node:process";
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import t, { type Test } from "tap";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { openDatabase } from "../../src/database/database.ts";
import { sender } from "../support/app.ts";
import { engine, migratedDatabaseUrl } from "../support/databases.ts";
import { metricsUrlIn, readerOf } from "../support/metrics.ts";
import { registerAndLogIn } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/process.ts";

// A server with several processes: WORKERS.

const PROCESSES = 2;

/** Requests that are sent at once. New connections go to the processes in turn, so each gets some. */
const AT_ONCE = 8;

/** Starts a server, and waits until all of its processes listen. */
async function startProcesses(t: Test, settings: Record<string, string> = {}) {
  const url = await migratedDatabaseUrl(t);
  const server = await startServer(t, { DATABASE_URL: url, WORKERS: String(PROCESSES), ...settings });
  await untilLogged(server, `${PROCESSES} of ${PROCESSES} processes listen`);
  return { server, url, send: sender(server.base) };
}

async function untilLogged({ output }: ServerProcess, text: string): Promise<void> {
  while (!output().includes(text)) await setTimeout(20);
}

function repeat<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, work));
}

t.test("several processes print the address and the setup link once", async (t) => {
  const { server } = await startProcesses(t);
  await untilLogged(server, "setupUrl");
  t.equal(server.output().match(/Triptych listens at/g)?.length, 1);
  t.equal(server.output().match(/setupUrl/g)?.length, 1);
});

t.test("several processes together allow exactly the limit", async (t) => {
  const { send } = await startProcesses(t, { RATE_LIMIT_PER_HOUR: "100" });
  const statuses: number[] = [];
  for (let round = 0; round < 10; round++)
    statuses.push(...(await repeat(2 * AT_ONCE, () => send("GET", "/api/v1/users.json"))).map(({ status }) => status));
  t.equal(statuses.filter((status) => status !== 429).length, 100);
});

t.test("each process refuses a key from the moment of its revocation", async (t) => {
  const { send, url } = await startProcesses(t);
  const { id } = await registerAndLogIn(send, "Ann");
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  const key = await apiKeys.create(database, Date.now, id, { name: "test", expiresAt: null, scopes: [] });
  const read = () => send("GET", `/api/v1/users/${id}.json`, { key, headers: { "user-agent": "test" } });
  for (const { status } of await repeat(AT_ONCE, read)) t.equal(status, 200);
  const [stored] = await apiKeys.list(database, id);
  await apiKeys.revoke(database, Date.now, id, stored?.id ?? 0);
  for (const { status } of await repeat(AT_ONCE, read)) t.equal(status, 401);
});

t.test("no process responds with what was cached before an acknowledged write", async (t) => {
  const { send } = await startProcesses(t);
  const { token } = await registerAndLogIn(send, "Ann");
  for (let round = 0; round < 20; round++) {
    const { headers } = await send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
    const id = headers.get("location")?.split("/").at(-1) ?? "";
    // Twice, because a response is cached when it is requested again.
    for (const time of ["first", "second"])
      for (const { body } of await repeat(AT_ONCE, () => send("GET", "/api/products?limit=100")))
        t.ok(JSON.stringify(body).includes(id), `the ${time} time`);
  }
});

t.test(
  "metrics add up those of all processes, and do not fall when one is killed",
  { skip: platform !== "linux" },
  async (t) => {
    const { server, send } = await startProcesses(t, { METRICS_ADDRESS: "127.0.0.1:0" });
    await untilLogged(server, "/metrics");
    const { read, until } = readerOf(metricsUrlIn(server.output()));
    const sample = 'triptych_http_requests_total{api="catalogue",operation="listProducts",status="200"}';
    for (let round = 0; round < 5; round++) await repeat(AT_ONCE, () => send("GET", "/api/products"));
    // A process that does not send its metrics within a second is missing in the first sums.
    t.equal(await until(sample, (sum = 0) => sum >= 5 * AT_ONCE), 5 * AT_ONCE);
    t.equal(await read('triptych_queue_limit{queue="logins"}'), 200 * PROCESSES);
    const [victim] = await childrenOf(server);
    process.kill(victim ?? 0, "SIGKILL");
    await untilLogged(server, "a process ended, starting another one");
    t.equal(await read(sample), 5 * AT_ONCE);
  },
);

t.test(
  "a process that is killed is replaced, and no acknowledged write is lost",
  { skip: platform !== "linux" },
  async (t) => {
    const { server, send } = await startProcesses(t);
    const { token } = await registerAndLogIn(send, "Ann");
    const acknowledged: string[] = [];
    let isDone = false;
    const write = async () => {
      while (!isDone) {
        // A connection to the killed process breaks, or is never accepted.
        const sent = send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } }).catch(() => undefined);
        const response = await Promise.race([sent, setTimeout(5_000, undefined, { ref: false })]);
        if (response?.status === 201) acknowledged.push(response.headers.get("location")?.split("/").at(-1) ?? "");
      }
    };
    const writing = repeat(AT_ONCE, write);
    for (let crash = 1; crash <= 3; crash++) {
      while (acknowledged.length < crash * 50) await setTimeout(5);
      const [victim] = await childrenOf(server);
      process.kill(victim ?? 0, "SIGKILL");
      while ((server.output().match(/2 of 2 processes listen/g)?.length ?? 0) <= crash) await setTimeout(10);
    }
    isDone = true;
    await writing;
    const { body } = await send("GET", "/api/products");
    const stored = new Set(Array.isArray(body) ? body.map(({ id }) => id) : []);
    t.ok(acknowledged.length >= 150);
    t.same(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    );
  },
);

t.test("SIGTERM to the main process stops all; workers ignore their own", { skip: platform !== "linux" }, async (t) => {
  const { server, send } = await startProcesses(t, { DRAIN_SECONDS: "3" });
  const children = await childrenOf(server);
  const exit = server.stop("SIGTERM");
  // As systemd does.
  for (const child of children) process.kill(child, "SIGTERM");
  await untilLogged(server, "stop: serving requests");
  for (const { status } of await repeat(AT_ONCE, () => send("GET", "/api/products"))) t.equal(status, 200);
  t.equal(await exit, 0);
  t.equal(server.output().match(/"msg":"stopped"/g)?.length, PROCESSES);
});

t.test(
  "a process that cannot start is tried again later, while the others serve",
  { skip: engine !== "sqlite" || platform !== "linux" },
  async (t) => {
    const { server, url, send } = await startProcesses(t);
    const other = new Sqlite(url.slice("sqlite:".length));
    t.teardown(() => other.close());
    // Until the replacement has waited for this lock in vain.
    other.exec("begin immediate");
    const [victim] = await childrenOf(server);
    process.kill(victim ?? 0, "SIGKILL");
    await untilLogged(server, "a process could not start, trying again in 1000 ms");
    t.equal((await send("GET", "/api/products")).status, 200);
    other.exec("rollback");
    while ((server.output().match(/2 of 2 processes listen/g)?.length ?? 0) < 2) await setTimeout(20);
    t.equal(await server.stop("SIGTERM"), 0);
  },
);

t.test("a process that begins to listen during the shutdown is stopped too", async (t) => {
  const url = await migratedDatabaseUrl(t);
  const preload = new URL("../support/late-listener.ts", import.meta.url);
  const settings = { DATABASE_URL: url, WORKERS: "2", NODE_OPTIONS: `--import=${preload}` };
  const server = await startServer(t, settings);
  await untilLogged(server, "listens in two seconds");
  t.equal(await server.stop("SIGTERM"), 0);
  t.equal(server.output().match(/processes listen/g)?.length, 2, "the second process listened too");
  t.notMatch(server.output(), "Processes did not stop in time.");
});

t.test("a server whose first process cannot start exits with its code", async (t) => {
  const url = `sqlite:${t.testdir({ "notes.txt": "This is not a database. ".repeat(100) })}/notes.txt`;
  await t.rejects(startServer(t, { DATABASE_URL: url, WORKERS: "2" }), /file is not a database/);
});

/** The ids of the processes that a server has started. */
async function childrenOf({ pid }: ServerProcess): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}
