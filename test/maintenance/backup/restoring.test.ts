import { link, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { openDatabase } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { migrations } from "../../../src/database/migrations/migrations.ts";
import { Presence } from "../../../src/database/presence.ts";
import { countAndHashTables } from "../../../src/maintenance/tables/summaries.ts";
import {
  backUp,
  contentOf,
  emptyDatabase,
  fileSource,
  filesIn,
  filledDatabase,
  folderTarget,
  pathOf,
  restore,
  withDatabase,
} from "../../support/backups.ts";
import { engine, temporaryDatabaseUrl } from "../../support/databases.ts";

/** The file of an SQLite URL. */
const fileOf = (url: string) => url.slice("sqlite:".length);

async function newFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-"));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

/** A backup of a database with rows in every table. */
async function makeSource(t: Test) {
  const url = await filledDatabase(t);
  return { source: fileSource(pathOf(await backUp(url, await folderTarget(t)))), content: await contentOf(url) };
}

t.test("a database that is in use is not replaced", async (t) => {
  const { source } = await makeSource(t);
  const url = await emptyDatabase(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  const presence = await Presence.open(database);
  t.teardown(() => presence.close());
  await database.insertInto("secrets").values({ name: "mine", value: "kept" }).execute();
  await t.rejects(restore(url, source), /in use\. Stop the server/);
  t.match(await database.selectFrom("secrets").selectAll().execute(), [{ name: "mine" }]);
});

t.test("the previous data is kept where the restore says", async (t) => {
  const { source, content } = await makeSource(t);
  const url = await emptyDatabase(t);
  await withDatabase(url, (database) => database.insertInto("secrets").values({ name: "mine", value: "x" }).execute());
  const { previous = "" } = await restore(url, source);
  t.same(await contentOf(url), content);
  const kept =
    engine === "sqlite"
      ? await withDatabase(`sqlite:${previous}`, (database) => database.selectFrom("secrets").select("name").execute())
      : await withDatabase(
          url,
          async (database) =>
            (await sql<{ name: string }>`select name from ${sql.table(`${previous}.secrets`)}`.execute(database)).rows,
        );
  t.match(kept, [{ name: "mine" }]);
});

t.test("a backup of a newer version is rejected before anything is changed", async (t) => {
  const url = await filledDatabase(t);
  await withDatabase(url, (database) =>
    migrate(database, "sqlite::memory:", { ...migrations, "9999-later": { up: async () => {} } }),
  );
  const made = await backUp(url, await folderTarget(t));
  const other = await emptyDatabase(t);
  await t.rejects(restore(other, fileSource(pathOf(made))), /does not know 9999-later\. Restore it with that version/);
});

t.test("a backup of an older version is migrated", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0005"));
  await withDatabase(url, async (database) => {
    await migrate(database, url, older);
    await sql`insert into products (id, name, description, price, in_stock, search_text)
      values ('a', 'Lamp', 'Brass', 1, 1, 'lamp')`.execute(database);
  });
  const made = await backUp(url, await folderTarget(t));
  t.match(made.name, /^triptych-0{12}-.*-0004\.tar/);
  const other = await temporaryDatabaseUrl(t);
  const { migrated } = await restore(other, fileSource(pathOf(made)));
  t.equal(migrated[0], "0005-product-versions");
  await withDatabase(other, async (database) => {
    t.match(await database.selectFrom("products").selectAll().execute(), [{ name: "Lamp", version: 1 }]);
    const applied = await sql`select name from migrations`.execute(database);
    t.equal(applied.rows.length, Object.keys(migrations).length);
    t.ok((await countAndHashTables(database)).length > 30);
  });
});

t.test("a database that does not exist can't be backed up, and is not created", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  await t.rejects(backUp(url, await folderTarget(t)), /There is no database to back up/);
});

if (engine === "sqlite") {
  t.test("a backup of another engine is rejected with advice", async (t) => {
    const { source } = await makeSource(t);
    await t.rejects(restore("postgres://127.0.0.1:1/none", source), /another database engine.*triptych move/);
  });

  t.test("a symbolic link to the database is followed, and remains", async (t) => {
    const { source, content } = await makeSource(t);
    const url = await emptyDatabase(t);
    const [file, elsewhere] = [fileOf(url), join(await newFolder(t), "real.db")];
    await rename(file, elsewhere);
    await symlink(elsewhere, file);
    const { previous = "" } = await restore(url, source);
    t.ok((await lstat(file)).isSymbolicLink());
    t.ok((await lstat(elsewhere)).isFile());
    t.equal(dirname(previous), dirname(elsewhere));
    t.same(await contentOf(url), content);
    t.same(
      (await filesIn(dirname(elsewhere))).filter((name) => !name.endsWith("-lock")),
      [basename(previous), basename(elsewhere)].sort(),
    );
  });

  t.test("a file that is no database is replaced and kept, and its write-ahead log is not applied", async (t) => {
    const { source, content } = await makeSource(t);
    const file = join(await newFolder(t), "triptych.db");
    await writeFile(file, "This is no database at all. ".repeat(100));
    await writeFile(`${file}-wal`, "log");
    const { previous = "" } = await restore(`sqlite:${file}`, source);
    t.same(await contentOf(`sqlite:${file}`), content);
    t.match(await readFile(previous, "utf8"), /no database at all/);
    t.notOk((await filesIn(dirname(file))).includes("triptych.db-wal"));
  });

  t.test("changes in the write-ahead log of a killed server are part of the data that is kept", async (t) => {
    const { source, content } = await makeSource(t);
    const folder = await newFolder(t);
    const [live, copy] = [join(folder, "live.db"), join(folder, "triptych.db")];
    const server = new Sqlite(live);
    server.pragma("journal_mode = WAL");
    server.exec("create table mine (value text)");
    server.pragma("wal_checkpoint(truncate)");
    server.exec("insert into mine values ('in the log')");
    for (const suffix of ["", "-wal"]) await writeFile(copy + suffix, await readFile(live + suffix));
    server.close();
    const { previous = "" } = await restore(`sqlite:${copy}`, source);
    const kept = new Sqlite(previous);
    t.teardown(() => void kept.close());
    t.same(kept.prepare("select value from mine").all(), [{ value: "in the log" }]);
    t.same(await contentOf(`sqlite:${copy}`), content);
  });

  t.test("a second name that a killed restore gave the database is removed by the next one", async (t) => {
    const { source } = await makeSource(t);
    const url = await emptyDatabase(t);
    const file = fileOf(url);
    await link(file, `${file}.before-restore-20260101000000000`);
    await writeFile(`${file}.before-restore-20250101000000000`, "older data");
    const { previous = "" } = await restore(url, source);
    const kept = (await filesIn(dirname(file))).filter((name) => name.includes("before-restore"));
    t.same(kept, [`${basename(file)}.before-restore-20250101000000000`, basename(previous)]);
  });

  t.test("what a killed restore left beside the database is removed by the next one", async (t) => {
    const { source, content } = await makeSource(t);
    const folder = join(await newFolder(t), "data");
    await mkdir(folder);
    for (const suffix of ["", "-wal", "-shm"])
      await writeFile(join(folder, `triptych.db.restore.tmp${suffix}`), "half");
    await restore(`sqlite:${join(folder, "triptych.db")}`, source);
    t.same(await filesIn(folder), ["triptych.db", "triptych.db.exists", "triptych.db.maintenance-lock"]);
    t.same(await contentOf(`sqlite:${join(folder, "triptych.db")}`), content);
  });
} else {
  t.test("a restore drops the schemas that killed restores left, and those with older previous data", async (t) => {
    const { source } = await makeSource(t);
    const url = await emptyDatabase(t);
    const { previous: first = "" } = await restore(url, source);
    const leftover = first.replace("_previous_", "_restore_").replace(/\d+$/, "0123456789ab");
    const foreign = leftover.replace(/_restore_[0-9a-f]+/, "_restore_ffffffffffff");
    await withDatabase(url, async (database) => {
      for (const name of [leftover, foreign]) await sql`create schema ${sql.table(name)}`.execute(database);
    });
    t.teardown(() => withDatabase(url, (database) => sql`drop schema ${sql.table(foreign)}`.execute(database)));
    const { previous: second = "" } = await restore(url, source);
    const { rows } = await withDatabase(url, (database) =>
      sql<{ name: string }>`select nspname as name from pg_namespace
        where nspname in (${first}, ${leftover}, ${foreign}, ${second})`.execute(database),
    );
    t.same(rows.map(({ name }) => name).sort(), [foreign, second].sort());
  });

  t.test("a schema with tables of others is not replaced, and its privileges remain", async (t) => {
    const { source } = await makeSource(t);
    const url = await emptyDatabase(t);
    await withDatabase(url, async (database) => {
      const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(database);
      await sql`grant usage on schema ${sql.table(rows[0]?.name ?? "")} to public`.execute(database);
    });
    await restore(url, source);
    const privileges = sql<{ has: boolean }>`select has_schema_privilege('public', current_schema(), 'usage') as has`;
    t.same((await withDatabase(url, (database) => privileges.execute(database))).rows, [{ has: true }]);
    await withDatabase(url, (database) => sql`create table foreign_table (id int)`.execute(database));
    await t.rejects(restore(url, source), /also contains foreign_table/);
  });
}
