import { writeFile } from "node:fs/promises";
import { generateIdentity, identityToRecipient } from "age-encryption";
import t from "tap";
import { sourceIn } from "../../../src/maintenance/backup/source.ts";
import {
  backUp,
  contentOf,
  fileSource,
  filledDatabase,
  folderTarget,
  NO_KEYS,
  pathOf,
  restore,
} from "../../support/backups.ts";
import { temporaryDatabaseUrl } from "../../support/databases.ts";

t.test("a backup for several recipients can be restored with the identity of each, and with no other", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const identities = [await generateIdentity(), await generateIdentity()];
  const recipients = await Promise.all(identities.map(identityToRecipient));
  const made = await backUp(url, target, { keys: { ...NO_KEYS, recipients } });
  t.match(made.name, /\.tar\.zst\.age$/);
  const expected = await contentOf(url);
  for (const identity of identities) {
    const identityFile = `${t.testdirName}-identity.txt`;
    await writeFile(identityFile, identity);
    const other = await temporaryDatabaseUrl(t);
    await restore(other, sourceIn(target, made.name), { keys: { identityFile, passphrase: undefined } });
    t.same(await contentOf(other), expected);
  }
  const identityFile = `${t.testdirName}-wrong.txt`;
  await writeFile(identityFile, await generateIdentity());
  const wrong = { identityFile, passphrase: undefined };
  await t.rejects(restore(url, fileSource(pathOf(made)), { keys: wrong }), /no given key can decrypt it/);
  await t.rejects(restore(url, fileSource(pathOf(made))), /no given key can decrypt it.*--identity/);
  await writeFile(identityFile, "not an identity");
  await t.rejects(restore(url, fileSource(pathOf(made)), { keys: wrong }), /not a file with age identities/);
});

t.test("a backup with a passphrase can be restored with the passphrase", async (t) => {
  const [url, target] = [await filledDatabase(t), await folderTarget(t)];
  const expected = await contentOf(url);
  const made = await backUp(url, target, { keys: { recipients: [], passphrase: "six short words" } });
  const other = await temporaryDatabaseUrl(t);
  const keys = { identityFile: undefined, passphrase: "six short words" };
  await restore(other, fileSource(pathOf(made)), { keys });
  t.same(await contentOf(other), expected);
  const wrong = { identityFile: undefined, passphrase: "other words" };
  await t.rejects(restore(other, fileSource(pathOf(made)), { keys: wrong }), /no given key can decrypt it/);
});
