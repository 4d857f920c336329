import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import * as installation from "../../../src/maintenance/backup/installation.ts";
import { parseKeep } from "../../../src/maintenance/backup/keep.ts";
import { toName } from "../../../src/maintenance/backup/name.ts";
import { findPrunable, removeBackups } from "../../../src/maintenance/backup/pruning.ts";
import { findSource } from "../../../src/maintenance/backup/source.ts";
import { listBackups } from "../../../src/maintenance/backup/target.ts";
import { backUp, emptyDatabase, filesIn, folderTarget, NO_S3, withDatabase } from "../../support/backups.ts";

t.test("installations that share a folder list and remove only their own backups", async (t) => {
  const target = await folderTarget(t);
  const urls = [await emptyDatabase(t), await emptyDatabase(t)];
  for (const url of urls) for (const time of [1_000, 2_000, 3_000]) await backUp(url, target, { clock: () => time });
  await writeFile(join(target.location, "foreign.tar.zst"), "not a backup");
  const [first = "", second = ""] = await Promise.all(
    urls.map(async (url) => (await withDatabase(url, installation.findId)) ?? ""),
  );
  t.same(
    (await listBackups(target, first)).map(({ createdAt }) => createdAt),
    [3_000, 2_000, 1_000],
    "newest first",
  );
  t.equal((await listBackups(target)).length, 6);
  await removeBackups(target, await findPrunable(target, first, parseKeep("1h") ?? []));
  t.equal((await listBackups(target, first)).length, 1);
  t.equal((await listBackups(target, second)).length, 3);
  t.ok((await filesIn(target.location)).includes("foreign.tar.zst"));
});

t.test("a target stands for its newest backup, unless several installations use it", async (t) => {
  const target = await folderTarget(t);
  await t.rejects(findSource(target.location, NO_S3), /There is no backup at/);
  const [url, other] = [await emptyDatabase(t), await emptyDatabase(t)];
  await backUp(url, target, { clock: () => 1_000 });
  const { name } = await backUp(url, target, { clock: () => 2_000 });
  t.equal((await findSource(target.location, NO_S3)).location, join(target.location, name));
  await backUp(other, target);
  await t.rejects(findSource(target.location, NO_S3), /several installations/);
});

t.test("what a killed process left in a folder is removed by the next backup of the same installation", async (t) => {
  const target = await folderTarget(t);
  const url = await emptyDatabase(t);
  const { name } = await backUp(url, target, { clock: () => 1_000 });
  const foreign = toName({
    installation: "f".repeat(12),
    createdAt: 0,
    engine: "sqlite",
    schema: "0024",
    encrypted: false,
  });
  for (const partial of [name, foreign]) await writeFile(join(target.location, `.${partial}.partial`), "half");
  t.equal((await listBackups(target)).length, 1, "they are not listed");
  const second = await backUp(url, target, { clock: () => 2_000 });
  t.same((await readdir(target.location)).sort(), [`.${foreign}.partial`, name, second.name].sort());
});

t.test("a backup that can't be written leaves no file", async (t) => {
  const url = await emptyDatabase(t);
  const folder = t.testdir();
  await writeFile(join(folder, "file"), "");
  const target = await folderTarget(t, join(folder, "file"));
  await t.rejects(backUp(url, target), /ENOTDIR|EEXIST/);
  t.same(await readdir(folder), ["file"]);
});
