import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { type ServerProcess, startServer } from "../support/process.ts";

/**
 * Requests whose count a crash may lose, of those that got a response: the 25 that may be unsaved
 * (`UNSAVED_SHARE` in database-counter.ts). The next one gets its response after the save.
 */
const MAX_LOST = 25;

/** Sends requests in parallel. Returns the lowest `X-RateLimit-Remaining` of the responses. */
async function sendRequests({ base }: ServerProcess, count: number): Promise<number> {
  const responses = await Promise.all(Array.from({ length: count }, () => sender(base)("GET", "/api/v1/users.json")));
  return Math.min(...responses.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))));
}

/** Waits until the database contains this count. */
async function untilSaved(databaseUrl: string, count: number): Promise<void> {
  const database = openDatabase(databaseUrl);
  const readCount = () => database.selectFrom("request_counts").select("count").executeTakeFirst();
  while ((await readCount())?.count !== count) await pause(20);
  await database.destroy();
}

t.test("a server that is stopped, or killed after its count was saved, loses no counted request", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  let server = await startServer(t, { DATABASE_URL });
  t.equal(await sendRequests(server, 40), 560);
  await server.stop("SIGTERM");

  server = await startServer(t, { DATABASE_URL });
  t.equal(await sendRequests(server, 10), 550);
  await untilSaved(DATABASE_URL, 50);
  await server.stop("SIGKILL");

  server = await startServer(t, { DATABASE_URL });
  t.equal(await sendRequests(server, 1), 549);
});

t.test("a server that is killed right after a burst loses at most 25 counted requests", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  let left = 600;
  for (let crash = 0; crash < 3; crash++) {
    const server = await startServer(t, { DATABASE_URL });
    const now = await sendRequests(server, 150);
    t.ok(now <= left - 150 + MAX_LOST, `${now} requests remain, after ${left} before the burst`);
    left = now;
    await server.stop("SIGKILL");
  }
});
