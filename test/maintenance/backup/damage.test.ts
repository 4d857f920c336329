import { readFile, truncate, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { generateIdentity, identityToRecipient } from "age-encryption";
import t from "tap";
import { verifyBackup } from "../../../src/maintenance/backup/restoring.ts";
import type { Source } from "../../../src/maintenance/backup/source.ts";
import {
  backUp,
  contentOf,
  emptyDatabase,
  fileSource,
  filledDatabase,
  folderTarget,
  pathOf,
  restore,
} from "../../support/backups.ts";

/** A backup in memory, with one bit changed. */
function flipped(backup: Buffer, bit: number): Source {
  const bytes = Buffer.from(backup);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return { location: `bit ${bit}`, open: async () => Readable.from([bytes], { objectMode: false }) };
}

/** All bits of the first and last bytes, and others at equal distances. */
function bitsOf(backup: Buffer, { ends, others }: { readonly ends: number; readonly others: number }): number[] {
  const bits = backup.length * 8;
  const distance = Math.floor(bits / others);
  const start = Array.from({ length: ends * 8 }, (_, index) => index);
  const middle = Array.from({ length: others }, (_, index) => index * distance + (index % 8));
  return [...start, ...middle.filter((bit) => bit < bits), ...start.map((index) => bits - 1 - index)];
}

t.test("each flipped bit at the start and the end of a backup, and some in between, are detected", async (t) => {
  const made = await backUp(await emptyDatabase(t), await folderTarget(t));
  const backup = await readFile(pathOf(made));
  const keys = { identityFile: undefined, passphrase: undefined };
  for (const bit of bitsOf(backup, { ends: 48, others: 100 }))
    await t.rejects(verifyBackup(flipped(backup, bit), keys), /damaged/, `bit ${bit}`);
});

t.test("each flipped bit in the header of an encrypted backup, and some in its content, are detected", async (t) => {
  const identity = await generateIdentity();
  const encryption = { recipients: [await identityToRecipient(identity)], passphrase: undefined };
  const made = await backUp(await emptyDatabase(t), await folderTarget(t), { keys: encryption });
  const identityFile = `${t.testdirName}-identity.txt`;
  await writeFile(identityFile, `# a comment\n${identity}\n`);
  const backup = await readFile(pathOf(made));
  const keys = { identityFile, passphrase: undefined };
  const header = backup.indexOf("\n--- ") + 50;
  for (const bit of bitsOf(backup, { ends: header, others: 50 }).slice(0, header * 8 + 50))
    await t.rejects(verifyBackup(flipped(backup, bit), keys), /damaged|no given key can decrypt/, `bit ${bit}`);
  await t.resolves(verifyBackup(fileSource(pathOf(made)), keys));
});

t.test("a damaged or incomplete backup restores nothing", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const made = await backUp(url, target);
  const before = await contentOf(url);
  const backup = await readFile(pathOf(made));
  await t.rejects(restore(url, flipped(backup, backup.length * 4)), /damaged/);
  for (const length of [backup.length - 1, backup.length >> 1, 100, 3, 0]) {
    await truncate(pathOf(made), length);
    await t.rejects(restore(url, fileSource(pathOf(made))), /damaged/, `${length} bytes`);
  }
  await writeFile(pathOf(made), Buffer.concat([backup, Buffer.from("more")]));
  await t.rejects(restore(url, fileSource(pathOf(made))), /damaged/, "with bytes after its end");
  t.same(await contentOf(url), before);
});
