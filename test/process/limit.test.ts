import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { sender } from "../support/app.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { type ServerProcess, startServer } from "../support/process.ts";

/** Asks so often, all at once, and tells the least that is left. */
async function ask({ base }: ServerProcess, times: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, () => sender(base)("GET", "/api/v1/users.json")));
  return Math.min(...answers.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))));
}

t.test("a server that is stopped, or killed a second later, has forgotten no request", async (t) => {
  const DATABASE_URL = await temporaryDatabaseUrl(t);
  let server = await startServer(t, { DATABASE_URL });
  t.equal(await ask(server, 40), 560);
  await server.stop("SIGTERM");

  server = await startServer(t, { DATABASE_URL });
  t.equal(await ask(server, 10), 550);
  await pause(1_000);
  await server.stop("SIGKILL");

  server = await startServer(t, { DATABASE_URL });
  t.equal(await ask(server, 1), 549);
});

t.test("a server that is killed in the middle of a burst hands out no fresh hour", async (t) => {
  const DATABASE_URL = await temporaryDatabaseUrl(t);
  let left = 600;
  for (let crash = 0; crash < 3; crash++) {
    const server = await startServer(t, { DATABASE_URL });
    const now = await ask(server, 150);
    t.ok(now <= left - 150 + 26, `${now} are left, and ${left} were before 150 more`);
    left = now;
    await server.stop("SIGKILL");
  }
});
