import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type Migration, migrations } from "../../src/database/migrations/migrations.ts";

// A process that a test starts several times. It says when it is ready, waits for the word, and tells what came of its job.

/** So slow that whoever is not kept out would be in the middle of it. */
const slow: Migration = {
  async up(database) {
    await sql`create table slow (id integer)`.execute(database);
    await pause(200);
    await sql`insert into slow values (1)`.execute(database);
  },
};

const JOBS: Record<string, (url: string) => Promise<unknown>> = {
  async migrate(url) {
    await word();
    const database = openDatabase(url);
    const { applied } = await migrate(database, url, { ...migrations, "9999-slow": slow });
    await database.destroy();
    return applied;
  },

  /** Reads a number and writes the next one, many times. */
  async count(url) {
    await word();
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
    return "counted";
  },

  /** Holds a new file as one does who is about to make it. */
  async hold(url) {
    const file = new Sqlite(url.slice("sqlite:".length));
    file.exec("begin immediate");
    await word();
    await pause(100);
    file.close();
    return "held";
  },
};

async function word(): Promise<void> {
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
