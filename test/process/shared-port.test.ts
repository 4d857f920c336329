import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { freePort } from "../../src/base/free-port.ts";
import { openDatabase } from "../../src/database/database.ts";
import { sender } from "../support/app.ts";
import { engine, migratedDatabaseUrl } from "../support/databases.ts";
import { registerAndLogIn } from "../support/people.ts";
import { runCommand, startServer } from "../support/process.ts";

// Several servers on one port: REUSE_PORT.

/** Requests that are sent at once, on new connections, so each server gets some. */
const AT_ONCE = 16;

t.test("SQLite refuses to share a port, because a file has one server", async (t) => {
  const { code, stderr } = await runCommand(["start"], { DATABASE_URL: "sqlite::memory:", REUSE_PORT: "on" });
  t.equal(code, 1);
  t.match(stderr, "REUSE_PORT=on needs PostgreSQL in DATABASE_URL.");
});

t.test("without REUSE_PORT, a second server of a port does not start", async (t) => {
  const settings = { PORT: String(await freePort()) };
  await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t), ...settings });
  await t.rejects(startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t), ...settings }), /EADDRINUSE/);
});

t.test("several servers on one port of a PostgreSQL database", { skip: engine === "sqlite" }, async (t) => {
  t.test("together allow exactly the limit", async (t) => {
    const { send } = await startServers(t, { RATE_LIMIT_PER_HOUR: "100" });
    const statuses: number[] = [];
    for (let round = 0; round < 10; round++)
      statuses.push(...(await repeat(() => send("GET", "/api/v1/users.json"))).map(({ status }) => status));
    t.equal(statuses.filter((status) => status !== 429).length, 100);
  });

  t.test("refuse a key from the moment of its revocation", async (t) => {
    const { send, url } = await startServers(t);
    const { id } = await registerAndLogIn(send, "Ann");
    const database = openDatabase(url);
    t.teardown(() => database.destroy());
    const key = await apiKeys.create(database, Date.now, id, { name: "test", expiresAt: null, scopes: [] });
    const read = () => send("GET", `/api/v1/users/${id}.json`, { key, headers: { "user-agent": "test" } });
    for (const { status } of await repeat(read)) t.equal(status, 200);
    const [stored] = await apiKeys.list(database, id);
    await apiKeys.revoke(database, Date.now, id, stored?.id ?? 0);
    for (const { status } of await repeat(read)) t.equal(status, 401);
  });

  t.test("do not respond with what was cached before an acknowledged write", async (t) => {
    const { send } = await startServers(t);
    const { token } = await registerAndLogIn(send, "Ann");
    for (let round = 0; round < 10; round++) {
      const { headers } = await send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
      const id = headers.get("location")?.split("/").at(-1) ?? "";
      // Twice, because a response is cached when it is requested again.
      for (const time of ["first", "second"])
        for (const { body } of await repeat(() => send("GET", "/api/products?limit=100")))
          t.ok(JSON.stringify(body).includes(id), `the ${time} time`);
    }
  });

  t.test("all get requests; when one is stopped, the others serve", async (t) => {
    const { send, servers } = await startServers(t);
    const hasServed = ({ output }: (typeof servers)[number]) => output().includes("request completed");
    while (!servers.every(hasServed)) await repeat(() => send("GET", "/api/v1/users.json"));
    t.pass("each has logged a request");
    t.equal(await servers[0]?.stop("SIGTERM"), 0);
    for (const { status } of await repeat(() => send("GET", "/api/products"))) t.equal(status, 200);
  });
});

/** Starts two servers of one database on one port. */
async function startServers(t: Test, settings: Record<string, string> = {}) {
  const url = await migratedDatabaseUrl(t);
  const all = { DATABASE_URL: url, REUSE_PORT: "on", PORT: String(await freePort()), ...settings };
  const servers = [await startServer(t, all), await startServer(t, all)];
  return { url, servers, send: sender(servers[0]?.base ?? "") };
}

/** Sends requests at once. A pause lets the connections of the last ones close, so that new ones are distributed. */
async function repeat<T>(work: () => Promise<T>): Promise<T[]> {
  const results = await Promise.all(Array.from({ length: AT_ONCE }, work));
  await setTimeout(1);
  return results;
}
