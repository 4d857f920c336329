import { execFileSync } from "node:child_process";
import t from "tap";
import { THREADS } from "../../src/accounts/login/thread-pool.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { startServer } from "../support/process.ts";

/** The number of libuv worker threads of a process. */
function threadsOf(pid: number): number {
  const names = execFileSync("ps", ["-L", "-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).split("\n");
  return names.filter((name) => name.startsWith("libuv-worker")).length;
}

t.test("the thread pool has one thread per core, from two to four, or UV_THREADPOOL_SIZE threads", async (t) => {
  for (const [settings, threads] of [
    [{}, THREADS],
    [{ UV_THREADPOOL_SIZE: "1" }, 1],
  ] as const) {
    const { base, pid } = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t), ...settings });
    const body = { email: "nobody@example.com", password: "a password of nobody" };
    t.equal((await sender(base)("POST", "/api/user/login", { body })).status, 401);
    t.equal(threadsOf(pid), threads);
  }
});
