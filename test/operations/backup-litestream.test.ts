import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import t from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { contentOf, withDatabase } from "../support/backups.ts";

const run = promisify(execFile);

const ROWS = 200;

t.test("Litestream replicates a database while it is written, and restores every row", async (t) => {
  const folder = t.testdir();
  const [file, config, copy] = [join(folder, "triptych.db"), join(folder, "litestream.yml"), join(folder, "copy.db")];
  const url = `sqlite:${file}`;
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  await fillEveryTable(database);
  const settings = `dbs:\n  - path: ${file}\n    replica:\n      type: file\n      path: ${join(folder, "replica")}\n      sync-interval: 100ms\n`;
  await writeFile(config, settings);
  const litestream = spawn("litestream", ["replicate", "-config", config], { stdio: "ignore" });
  const exit = once(litestream, "exit");
  t.teardown(() => litestream.kill("SIGKILL"));
  for (let number = 0; number < ROWS; number++) {
    await database
      .insertInto("secrets")
      .values({ name: `replicated ${number}`, value: "x" })
      .execute();
    await setTimeout(5);
  }
  const expected = await contentOf(url);
  let restored: unknown;
  while (JSON.stringify(restored) !== JSON.stringify(expected)) {
    if (litestream.exitCode !== null) throw new Error("Litestream ended.");
    await setTimeout(200);
    const attempt = `${copy}.${Date.now()}`;
    await run("litestream", ["restore", "-config", config, "-o", attempt, file]).catch(() => {});
    restored = await contentOf(`sqlite:${attempt}`).catch(() => undefined);
  }
  t.same(restored, expected);
  litestream.kill("SIGTERM");
  await exit;
  await withDatabase(url, (open) => open.selectFrom("secrets").select("name").limit(1).execute());
});
