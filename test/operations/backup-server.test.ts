import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import t from "tap";
import { PROGRAM, ROOT, runCommand, startServer } from "../../harness/server-process.ts";
import { sourceIn } from "../../src/maintenance/backup/source.ts";
import { listBackups } from "../../src/maintenance/backup/target.ts";
import { backUp, contentOf, filledDatabase, folderTarget, restore, withDatabase } from "../support/backups.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";

const run = promisify(execFile);

/** The error of a restore. A backup whose file exists already may take another moment to end, and is waited for. */
async function refusalOf(...args: Parameters<typeof restore>): Promise<unknown> {
  for (;;) {
    const error = await restore(...args).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    if (!/Another backup/.test(String(error))) return error;
    await setTimeout(50);
  }
}

t.test(
  "a server with --backup-every makes a backup at the start, and refuses to be replaced while it runs",
  async (t) => {
    const [url, target] = [await filledDatabase(t), await folderTarget(t)];
    const settings = { DATABASE_URL: url, BACKUP_TO: target.location };
    const server = await startServer({ settings, args: ["--backup-every", "1h", "--keep", "2h"] });
    t.teardown(() => server.stop("SIGKILL"));
    let backups = await listBackups(target);
    while (backups.length === 0) {
      await setTimeout(50);
      backups = await listBackups(target);
    }
    const source = sourceIn(target, backups[0]?.name ?? "");
    t.match(await refusalOf(url, source), { message: /in use\. Stop the server/ });
    t.equal(await server.stop(), 0);
    t.equal((await runCommand(["backup", "--every", "1h"], settings)).stdout.includes("younger than 1h"), true);
    await restore(url, source);
  },
);

t.test("invalid options of scheduled backups are rejected before the server starts", async (t) => {
  const settings = { DATABASE_URL: await temporaryDatabaseUrl(t) };
  t.match(await runCommand(["start", "--backup-every", "1h"], settings), { code: 2, stderr: /BACKUP_TO/ });
  const to = { ...settings, BACKUP_TO: t.testdir() };
  t.match(await runCommand(["start", "--backup-every", "soon"], to), { code: 2, stderr: /30m, 1h or 7d/ });
  t.match(await runCommand(["start", "--backup-every", "1h", "--keep", "all"], to), { code: 2, stderr: /24h,7d,4w/ });
});

t.test("a transaction during a backup is in it wholly or not at all", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  let writing = true;
  const writer = withDatabase(url, async (database) => {
    for (let number = 0; writing; number++) {
      await database.transaction().execute(async (transaction) => {
        const names = ["first", "second"].map((part) => `pair ${part} ${number}`);
        for (const name of names) await transaction.insertInto("secrets").values({ name, value: "x" }).execute();
      });
      await setTimeout(1);
    }
  });
  const made = [await backUp(url, target), await backUp(url, target)];
  writing = false;
  await writer;
  for (const { name } of made) {
    const other = await temporaryDatabaseUrl(t);
    await restore(other, sourceIn(target, name));
    const count = (part: string) =>
      withDatabase(other, (database) =>
        database.selectFrom("secrets").select("name").where("name", "like", `pair ${part} %`).execute(),
      );
    const [first, second] = [await count("first"), await count("second")];
    t.equal(first.length, second.length);
  }
});

t.test("a backup that does not fit on the disk fails with advice, and leaves nothing", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const before = await contentOf(url);
  // In blocks of 512 bytes or 1 KiB: less than a backup needs, more than its lock does.
  const command = `ulimit -f 4; exec "$@"`;
  const args = ["-c", command, "bash", execPath, ...PROGRAM, "backup", target.location];
  const { PATH } = process.env;
  const failed = run("bash", args, { cwd: ROOT, env: { PATH, DATABASE_URL: url } });
  await t.rejects(failed, /EFBIG|full|disk I\/O/i);
  t.same(await target.list(), []);
  if (url.startsWith("sqlite:")) await t.rejects(access(`${url.slice("sqlite:".length)}.backup.tmp`));
  t.same(await contentOf(url), before);
});

t.test("age decrypts an encrypted backup", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const identity = `${t.testdirName}-identity.txt`;
  await run("age-keygen", ["-o", identity]).catch(() => {}); // It may exist from the last run.
  const { stdout: recipient } = await run("age-keygen", ["-y", identity]);
  const made = await runCommand(["backup", target.location], {
    DATABASE_URL: url,
    BACKUP_AGE_RECIPIENT: recipient.trim(),
  });
  t.match(made, { code: 0, stdout: /\.age, / });
  const [{ name } = { name: "" }] = await listBackups(target);
  const decrypt = `age -d -i ${identity} ${target.location}/${name} | zstd -dc | tar t`;
  t.match((await run("bash", ["-c", decrypt])).stdout, /manifest\.json[\s\S]*summary\.json/);
  const verified = await runCommand(["backups", "verify", target.location, "--identity", identity], {
    DATABASE_URL: url,
  });
  t.match(verified, { code: 0, stdout: /is intact/ });
});
