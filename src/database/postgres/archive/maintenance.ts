import { createHash, type Hash } from "node:crypto";
import { type DataSummary, type Incoming, type Maintenance, MaintenanceLocked } from "../../core/backup-data.ts";
import { begin, connect, tryLockMaintenance } from "./connection.ts";
import { restore } from "./restore.ts";
import { openSnapshot, tableOf } from "./snapshot.ts";
import * as tables from "./tables.ts";

export { openScratch } from "./scratch.ts";

export async function openMaintenance(url: string): Promise<Maintenance> {
  const client = await connect(url);
  await begin(client);
  if (!(await tryLockMaintenance(client))) {
    await client.end();
    throw new MaintenanceLocked();
  }
  return {
    openSnapshot: (onProgress) => openSnapshot(url, onProgress),
    restore: (incoming, preparation) => restore(url, incoming, preparation),
    async [Symbol.asyncDispose]() {
      // Otherwise the lock would be released only some time after this returns.
      await client.query("rollback").catch(() => {});
      await client.end();
    },
  };
}

export async function listMigrations(url: string): Promise<string[]> {
  await using client = await connect(url);
  return await tables.listMigrations(client);
}

/** Compares the hashes of the tables in a backup with those of its summary. */
export async function verifyBackup({ header, parts, summary }: Incoming): Promise<DataSummary> {
  const hashes = new Map<string | undefined, Hash>(
    Object.keys(header.columns).map((table) => [table, createHash("sha256")]),
  );
  for await (const { name, content } of parts) {
    const hash = hashes.get(tableOf(name));
    if (hash === undefined) throw new Error(`The backup contains an unknown file, ${name}.`);
    for await (const chunk of content) hash.update(chunk);
  }
  const expected = await summary();
  if (expected.tables.every(({ name, sha256 }) => hashes.get(name)?.digest("hex") === sha256)) return expected;
  throw new Error("The tables in the backup differ from those that were backed up. Use another backup.");
}
