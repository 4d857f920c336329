import { execFileSync } from "node:child_process";
import t from "tap";
import * as installation from "../../../src/maintenance/backup/installation.ts";
import { findLastBackup } from "../../../src/maintenance/backup/records.ts";
import { verifyBackup } from "../../../src/maintenance/backup/restoring.ts";
import { sourceIn } from "../../../src/maintenance/backup/source.ts";
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

const NO_KEYS = { identityFile: undefined, passphrase: undefined };

t.test("a backup restores every row of every table, also into a database with other data", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const expected = await contentOf(url);
  const made = await backUp(url, target);
  for (const other of [await temporaryDatabaseUrl(t), await filledDatabase(t)]) {
    const { manifest, migrated } = await restore(other, sourceIn(target, made.name));
    t.same(await contentOf(other), expected);
    t.equal(manifest.created_at, new Date(made.createdAt).toISOString());
    t.same(migrated, []);
  }
  t.same(await contentOf(url), expected, "the original is as before");
});

t.test("ids that were used before a restore are not used again", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const add = (database: Parameters<Parameters<typeof withDatabase>[1]>[0]) =>
    database
      .insertInto("stored_responses")
      .values({ account_id: 0, key: "later", fingerprint: "f", response: null, created_at: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
  const deleted = await withDatabase(url, async (database) => {
    const row = await add(database);
    await database.deleteFrom("stored_responses").where("id", "=", row.id).execute();
    return row;
  });
  const made = await backUp(url, target);
  const other = await temporaryDatabaseUrl(t);
  await restore(other, sourceIn(target, made.name));
  t.ok((await withDatabase(other, add)).id > deleted.id);
});

t.test("a restore ends the leases and request counts of the servers that ran during the backup", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const made = await backUp(url, target);
  await restore(url, sourceIn(target, made.name));
  await withDatabase(url, async (database) => {
    t.same(await database.selectFrom("leases").selectAll().execute(), []);
    t.same(await database.selectFrom("request_counts").selectAll().execute(), []);
    t.not(await database.selectFrom("sessions").selectAll().execute(), [], "sessions remain");
  });
});

t.test("a restored database is the same installation, or another one if it is restored as a copy", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const source = sourceIn(target, (await backUp(url, target)).name);
  const original = await withDatabase(url, installation.findId);
  t.match(original, /^[0-9a-f]{12}$/);
  const [same, copy] = [await temporaryDatabaseUrl(t), await temporaryDatabaseUrl(t)];
  await restore(same, source);
  t.equal(await withDatabase(same, installation.findId), original);
  await restore(copy, source, { asCopy: true });
  t.match(await withDatabase(copy, installation.findId), /^[0-9a-f]{12}$/);
  t.not(await withDatabase(copy, installation.findId), original);
});

t.test("the last backup of each target is recorded", async (t) => {
  const url = await emptyDatabase(t);
  t.equal(await withDatabase(url, (database) => findLastBackup(database)), undefined);
  const [first, second] = [await folderTarget(t), await folderTarget(t, `${t.testdirName}/others`)];
  await backUp(url, first, { clock: () => 1_000 });
  const made = await backUp(url, first, { clock: () => 3_000 });
  const other = await backUp(url, second, { clock: () => 2_000 });
  await withDatabase(url, async (database) => {
    t.same(await findLastBackup(database, first.location), made);
    t.same(await findLastBackup(database, second.location), other);
    t.same(await findLastBackup(database), made);
  });
});

t.test("zstd and tar can read a backup", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const path = pathOf(await backUp(url, target));
  const tar = execFileSync("zstd", ["-dc", path], { maxBuffer: 1e9 });
  const names = execFileSync("tar", ["t"], { input: tar }).toString().trim().split("\n");
  t.equal(names.at(0), "manifest.json");
  t.equal(names.at(-1), "summary.json");
  t.ok(names.includes(engine === "sqlite" ? "triptych.db" : "tables/accounts/000001.copy"));
});

t.test("verifying reads the manifest and the rows of every table, and changes nothing", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const made = await backUp(url, target);
  const { manifest, summary } = await verifyBackup(fileSource(pathOf(made)), NO_KEYS);
  t.match(manifest, { engine, format: 1, installation: /^[0-9a-f]{12}$/ });
  const accounts = (await contentOf(url)).find(({ table }) => table === "accounts");
  t.match(
    summary.tables.find(({ name }) => name === "accounts"),
    { rows: accounts?.rows, sha256: /^[0-9a-f]{64}$/ },
  );
  t.same(await filesIn(target.location), [made.name]);
});
