import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { PROGRAM, ROOT, runCommand } from "../../harness/server-process.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { findLastBackup } from "../../src/maintenance/backup/records.ts";
import { drill } from "../../src/maintenance/drill/drill.ts";
import { countAndHashTables } from "../../src/maintenance/tables/summaries.ts";
import { execute } from "../support/broken-database.ts";
import { engine, temporaryDatabaseUrl } from "../support/databases.ts";

async function arrange(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), "triptych-test-drill-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = await temporaryDatabaseUrl(t);
  const database = openDatabase(databaseUrl);
  t.teardown(() => database.destroy());
  await migrate(database, databaseUrl);
  await fillEveryTable(database);
  return { folder, databaseUrl, database };
}

/** The names of copies on the server. */
async function listCopies(database: Parameters<typeof countAndHashTables>[0]): Promise<string[]> {
  if (engine === "sqlite") return [];
  const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace
    where nspname like 'triptych_drill_%'`.execute(database);
  return rows.map(({ name }) => name);
}

t.test("a drill restores a complete copy, removes it, and leaves the database as it was", async (t) => {
  const { database, ...options } = await arrange(t);
  const before = await countAndHashTables(database);
  const report = await drill(options);
  t.match(report, { different: [], problems: [] });
  t.ok(report.rows > 100);
  t.ok(report.backup.size > 1_000);
  t.same(await readdir(options.folder), []);
  const after = await countAndHashTables(database);
  const changed = after.filter(({ hash }, index) => hash !== before[index]?.hash).map(({ table }) => table);
  t.same(changed, ["server_settings"], "only the id of the installation is new");
  t.notOk((await findLastBackup(database))?.target.includes("drill"), "it does not count as a backup");
});

t.test("a drill reports problems of the data", async (t) => {
  const { database, databaseUrl, folder } = await arrange(t);
  await execute(database, sql`update libraries set item_count = item_count + 1 where account_id = 1`);
  const { code, stdout, stderr } = await runCommand(["drill", "--folder", folder], { DATABASE_URL: databaseUrl });
  t.equal(code, 1);
  t.match(stdout, /^problem: quotas: Account 1 is recorded to have 8 items instead of 7\.$/m);
  t.match(stderr, /The restored copy has problems/);
});

t.test("the next drill removes what a killed one has left", async (t) => {
  const { database, databaseUrl, folder } = await arrange(t);
  const child = spawn(execPath, [...PROGRAM, "drill", "--folder", folder], {
    cwd: ROOT,
    env: { PATH: env.PATH, DATABASE_URL: databaseUrl },
    stdio: "ignore",
  });
  const exit = once(child, "close");
  while ((await readdir(folder)).length === 0) await new Promise((resolve) => setImmediate(resolve));
  child.kill("SIGKILL");
  await exit;
  t.equal((await readdir(folder)).length, 1, "the killed drill has left its folder");
  const { code, stdout } = await runCommand(["drill", "--folder", folder, "--json"], { DATABASE_URL: databaseUrl });
  t.equal(code, 0);
  t.match(JSON.parse(stdout), { different: [], problems: [] });
  t.same(await readdir(folder), []);
  t.same(await listCopies(database), []);
});
