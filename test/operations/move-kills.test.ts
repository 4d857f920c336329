import { spawn } from "node:child_process";
import { once } from "node:events";
import { env, execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { fillLibrary } from "../../harness/large-library.ts";
import { PROGRAM, ROOT, runCommand, temporaryDatabase } from "../../harness/server-process.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { assertCurrent, migrate } from "../../src/database/migrate.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { summarizeContent } from "../support/content.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { scaled } from "../support/scale.ts";

/** Kills for each direction. */
const KILLS = scaled(4, 20);

/** A new SQLite file, also when the tests use PostgreSQL. */
async function temporaryFile(t: Test): Promise<string> {
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

async function fill(url: string): Promise<void> {
  const database = openDatabase(url);
  await migrate(database, url);
  await fillEveryTable(database);
  await fillLibrary(database, FIXTURES.accounts.supervisor.id, { collections: 200, items: 3_000, depth: 5 });
  await database.destroy();
}

/** Starts a move and kills it after a part of the time that a whole move takes. Returns its exit code, null if killed. */
async function moveAndKill(from: string, to: string, delay: number): Promise<number | null> {
  const child = spawn(execPath, [...PROGRAM, "move", "--from", from, "--to", to], {
    cwd: ROOT,
    env: { PATH: env.PATH, NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exit = once(child, "close");
  const timer = new AbortController();
  void setTimeout(delay, undefined, { signal: timer.signal }).then(
    () => child.kill("SIGKILL"),
    () => {},
  );
  const [code] = await exit;
  timer.abort();
  return code;
}

/** Whether a server would start on the target: only if it is complete. */
async function isAccepted(url: string): Promise<boolean> {
  return withDatabase(url, async (database) => {
    try {
      await assertCurrent(database);
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (/has not finished|no tables/.test(message)) return false;
      throw error;
    }
  });
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

for (const direction of ["from a file", "to a file"] as const)
  t.test(
    `a move ${direction} that is killed leaves the source intact and the target complete or rejected`,
    async (t) => {
      const newTarget = () => (direction === "from a file" ? temporaryDatabaseUrl(t) : temporaryFile(t));
      const from = await (direction === "from a file" ? temporaryFile(t) : temporaryDatabaseUrl(t));
      await fill(from);
      const expected = await withDatabase(from, summarizeContent);
      const started = performance.now();
      const first = await runCommand(["move", "--from", from, "--to", await newTarget()]);
      t.same(first, { ...first, code: 0, stderr: "" });
      const duration = performance.now() - started;

      let to = await newTarget();
      for (let kill = 0; kill < KILLS; kill++) {
        await moveAndKill(from, to, Math.random() * duration);
        t.same(await withDatabase(from, summarizeContent), expected, "the source is intact");
        if (await isAccepted(to)) {
          t.same(await withDatabase(to, summarizeContent), expected, "the target is complete");
          to = await newTarget();
        }
      }
      const last = await runCommand(["move", "--from", from, "--to", to]);
      t.same(last, { ...last, code: 0, stderr: "" }, "the move goes on");
      t.ok(await isAccepted(to));
      t.same(await withDatabase(to, summarizeContent), expected);
    },
  );
