import { spawn } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import { Failure } from "#contract/failure";
import { PROGRAM, ROOT, runCommand } from "../../harness/server-process.ts";
import { restoreBackup, verifyBackup } from "../../src/maintenance/backup/restoring.ts";
import { sourceIn } from "../../src/maintenance/backup/source.ts";
import { listBackups } from "../../src/maintenance/backup/target.ts";
import { backUp, contentOf, emptyDatabase, filledDatabase, folderTarget, withDatabase } from "../support/backups.ts";
import { scaled } from "../support/scale.ts";

const NO_KEYS = { identityFile: undefined, passphrase: undefined };

const KILLS = scaled(4, 50);

/** Bytes of files in the database, so that the phases take some time. */
const FILE_BYTES = scaled(8, 64) * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** Adds a file of incompressible content. */
async function addFile(url: string): Promise<void> {
  await withDatabase(url, async (database) => {
    const file = {
      account_id: 1,
      name: "large.bin",
      type: "application/octet-stream",
      size: FILE_BYTES,
      expires_at: null,
    };
    const { id } = await database.insertInto("files").values(file).returning("id").executeTakeFirstOrThrow();
    for (let number = 0; number < FILE_BYTES / CHUNK_BYTES; number++) {
      const bytes = crypto.getRandomValues(Buffer.alloc(64 * 1024));
      const chunk = { file_id: id, number, account_id: 1, bytes: Buffer.concat([bytes, bytes, bytes, bytes]) };
      await database.insertInto("file_chunks").values(chunk).execute();
    }
  });
}

/** Runs a command and kills it after some milliseconds. Returns whether it had ended before. */
async function kill(args: readonly string[], settings: Record<string, string>, after: number): Promise<boolean> {
  const { PATH } = process.env;
  const child = spawn(execPath, [...PROGRAM, ...args], { cwd: ROOT, env: { PATH, ...settings }, stdio: "ignore" });
  const exit = once(child, "exit");
  await Promise.race([exit, setTimeout(after)]);
  child.kill("SIGKILL");
  const [code] = await exit;
  return code === 0;
}

/** The content after a restore was killed: PostgreSQL first ends its statement, and until then refuses connections. */
async function contentAfterKill(url: string): ReturnType<typeof contentOf> {
  for (;;) {
    try {
      return await contentOf(url);
    } catch (error) {
      if (!(error instanceof Failure && error.kind === "unavailable")) throw error;
      await setTimeout(50);
    }
  }
}

/** How long a command takes that is not killed. */
async function duration(args: readonly string[], settings: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const { code, stderr } = await runCommand(args, settings);
  if (code !== 0) throw new Error(stderr);
  return performance.now() - startedAt;
}

t.test("a backup that is killed leaves the database as it was, and no file that looks like a backup", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  await addFile(url);
  const settings = { DATABASE_URL: url };
  const args = ["backup", target.location];
  const whole = await duration(args, settings);
  const expected = await contentOf(url);
  for (let number = 1; number <= KILLS; number++) {
    await kill(args, settings, (whole * number) / (KILLS + 1));
    for (const { name } of await listBackups(target)) await verifyBackup(sourceIn(target, name), NO_KEYS);
    t.same(await contentOf(url), expected, `kill ${number}`);
  }
  t.equal((await runCommand(args, settings)).code, 0, "the next backup works");
  t.notOk(
    (await target.list()).some(({ name }) => name.endsWith(".partial")),
    "and removes what was left",
  );
});

t.test("a restore that is killed leaves the old data or the new, and the next one works", async (t) => {
  const [original, target] = [await filledDatabase(t), await folderTarget(t)];
  await addFile(original);
  const { name } = await backUp(original, target);
  const restored = await contentOf(original);
  const url = await emptyDatabase(t);
  const settings = { DATABASE_URL: url };
  const args = ["restore", `${target.location}/${name}`, "--yes"];
  const whole = await duration(args, settings);
  const empty = await contentOf(await emptyDatabase(t));
  await withDatabase(url, (database) => database.deleteFrom("server_settings").execute());
  let [old, replaced] = [0, 0];
  for (let number = 1; number <= KILLS; number++) {
    const fresh = await emptyDatabase(t);
    await kill(args, { DATABASE_URL: fresh }, (whole * number) / (KILLS + 1));
    const content = await contentAfterKill(fresh);
    const isNew = JSON.stringify(content) === JSON.stringify(restored);
    if (isNew) replaced += 1;
    else {
      old += 1;
      t.same(content, empty, `kill ${number}`);
    }
    await restoreBackup({
      databaseUrl: fresh,
      source: sourceIn(target, name),
      keys: NO_KEYS,
      asCopy: false,
      onProgress: () => {},
    });
    t.same(await contentOf(fresh), restored, `the restore after kill ${number}`);
  }
  t.equal(old + replaced, KILLS);
});
