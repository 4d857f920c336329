import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import t, { type Test } from "tap";
import { runCommand } from "../../harness/server-process.ts";
import * as installation from "../../src/maintenance/backup/installation.ts";
import { parseKeep } from "../../src/maintenance/backup/keep.ts";
import { toName } from "../../src/maintenance/backup/name.ts";
import { findPrunable, removeBackups } from "../../src/maintenance/backup/pruning.ts";
import { findSource, sourceIn } from "../../src/maintenance/backup/source.ts";
import { listBackups, openTarget } from "../../src/maintenance/backup/target.ts";
import { backUp, contentOf, emptyDatabase, filledDatabase, restore, withDatabase } from "../support/backups.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { type S3Server, startS3 } from "../support/s3.ts";

const BUCKET = "s3://backups/some/folder";

const MIB = 1024 * 1024;

function clientOf({ config: { endpoint = "", region, accessKeyId = "", secretAccessKey = "" } }: S3Server): S3Client {
  return new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
}

/** The keys of unfinished uploads. */
async function uploadsIn(server: S3Server): Promise<(string | undefined)[]> {
  const { Uploads = [] } = await clientOf(server).send(new ListMultipartUploadsCommand({ Bucket: "backups" }));
  return Uploads.map(({ Key }) => Key);
}

async function open(t: Test) {
  const server = await startS3(t, t.testdir());
  return { server, target: await openTarget(BUCKET, server.config) };
}

t.test("backups are stored in S3, listed, restored and pruned", async (t) => {
  const { server, target } = await open(t);
  const [url, other] = [await filledDatabase(t), await temporaryDatabaseUrl(t)];
  const expected = await contentOf(url);
  const made = [];
  for (const time of [1_000, 2_000]) made.push(await backUp(url, target, { clock: () => time }));
  t.same(
    (await listBackups(target)).map(({ name, size }) => ({ name, size })),
    made.map(({ name, size }) => ({ name, size })).reverse(),
  );
  const newest = await findSource(BUCKET, server.config);
  t.equal(newest.location, `${BUCKET}/${made[1]?.name}`);
  await restore(other, await findSource(newest.location, server.config));
  t.same(await contentOf(other), expected);
  const id = (await withDatabase(url, installation.findId)) ?? "";
  await removeBackups(target, await findPrunable(target, id, parseKeep("1h") ?? []));
  t.same(
    (await readdir(join(server.folder, "some/folder"))).filter((name) => !name.startsWith(".")),
    [made[1]?.name],
  );
});

t.test("an upload of several parts that fails leaves no object and no parts", async (t) => {
  const { server, target } = await open(t);
  async function* failing() {
    for (let part = 0; part < 3; part++) yield Buffer.alloc(16 * MIB, part);
    throw new Error("The disk is broken.");
  }
  await t.rejects(target.write("object", Readable.from(failing(), { objectMode: false })), /The disk is broken/);
  t.same(await target.list(), []);
  t.same(await uploadsIn(server), []);
  async function* large() {
    for (let part = 0; part < 3; part++) yield Buffer.alloc(16 * MIB, part);
  }
  t.equal(await target.write("object", Readable.from(large(), { objectMode: false })), 48 * MIB);
  t.same(await target.list(), [{ name: "object", size: 48 * MIB }]);
});

t.test("parts that a killed process left are removed by the next backup of the same installation", async (t) => {
  const { server, target } = await open(t);
  const url = await emptyDatabase(t);
  const id = await withDatabase(url, installation.getOrCreateId);
  const names = [id, "f".repeat(12)].map((installation) =>
    toName({ installation, createdAt: 0, engine: "sqlite", schema: "0024", encrypted: false }),
  );
  for (const name of names)
    await clientOf(server).send(new CreateMultipartUploadCommand({ Bucket: "backups", Key: `some/folder/${name}` }));
  await backUp(url, target);
  t.same(await uploadsIn(server), [`some/folder/${names[1]}`]);
});

t.test("a server that goes away fails the backup and the restore, and changes nothing", async (t) => {
  const { server, target } = await open(t);
  const url = await filledDatabase(t);
  const { name } = await backUp(url, target);
  const before = await contentOf(url);
  await server.stop();
  await t.rejects(restore(url, sourceIn(target, name)));
  await t.rejects(backUp(url, target));
  t.same(await contentOf(url), before);
});

t.test("the command line reads the settings of S3, and prints no secret", async (t) => {
  const { server } = await open(t);
  const settings = { DATABASE_URL: await filledDatabase(t), BACKUP_TO: BUCKET, ...server.settings };
  const made = await runCommand(["backup"], settings);
  t.match(made, { code: 0, stdout: /Backed up to s3:\/\/backups\/some\/folder\/ as triptych-/ });
  t.match(await runCommand(["backups", "verify"], settings), { code: 0, stdout: /is intact/ });
  t.match(await runCommand(["restore", BUCKET, "--yes"], settings), { code: 0, stdout: /Restored the backup of/ });
  const wrong = await runCommand(["backup"], { ...settings, BACKUP_S3_SECRET_ACCESS_KEY: "other-secret" });
  t.match(wrong, { code: 1, stdout: "" });
  t.notMatch(wrong.stderr, "other-secret");
});
