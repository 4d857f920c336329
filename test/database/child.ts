import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type Migration, migrations } from "../../src/database/migrations/migrations.ts";

// A process that tests start with `test/support/jobs.ts`; tests of concurrency start several. It sends
// "ready", waits for a message, does its work, and sends the outcome.

/** Slow enough that, without a lock, a second process would start the same migration meanwhile. */
const slow: Migration = {
  async up(database) {
    await sql`create table slow (id integer)`.execute(database);
    await pause(200);
    await sql`insert into slow values (1)`.execute(database);
  },
};

const JOBS: Record<string, (url: string) => Promise<unknown>> = {
  async migrate(url) {
    await waitForStart();
    const database = openDatabase(url);
    const { applied } = await migrate(database, url, { ...migrations, "9999-slow": slow });
    await database.destroy();
    return applied;
  },

  /** Increments a number 100 times, with a read and a write in one transaction. */
  async increment(url) {
    await waitForStart();
    const database = openDatabase(url);
    for (let round = 0; round < 100; round++) {
      await database.transaction().execute(async (transaction) => {
        const { value } = await transaction
          .selectFrom("secrets")
          .select("value")
          .where("name", "=", "count")
          .forUpdate()
          .executeTakeFirstOrThrow();
        await transaction
          .updateTable("secrets")
          .set({ value: String(Number(value) + 1) })
          .where("name", "=", "count")
          .execute();
      });
    }
    await database.destroy();
    return "done";
  },

  /** Locks a new file, as a process that initialises it does, and unlocks it 100 ms after the test's message. */
  async lockNewFile(url) {
    const file = new Sqlite(url.slice("sqlite:".length));
    file.exec("begin immediate");
    await waitForStart();
    await pause(100);
    file.close();
    return "done";
  },
};

async function waitForStart(): Promise<void> {
  process.send?.("ready");
  await new Promise((resolve) => process.once("message", resolve));
}

const [job = "", url = ""] = process.argv.slice(2);
try {
  process.send?.({ outcome: await JOBS[job]?.(url) });
} catch (error) {
  process.send?.({ outcome: String(error) });
}
process.disconnect();
