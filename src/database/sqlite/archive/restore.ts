import Sqlite from "better-sqlite3";
import type { Incoming, Preparation, Restored } from "../../core/backup-data.ts";
import { markExistence } from "../driver/existence-marker.ts";
import { open } from "../driver/open.ts";
import { extract } from "./extract.ts";
import { realFile } from "./real-file.ts";
import { removeCopy } from "./snapshot.ts";
import { removeSecondNames, replace, takeOver } from "./takeover.ts";

/**
 * Restores a database beside the file at `path`, checks, migrates and `finish`es it there, and then replaces
 * the file. Until then nothing of the old database changes. The maintenance lock must be held.
 */
export async function restore(path: string, incoming: Incoming, preparation: Preparation): Promise<Restored> {
  const file = await realFile(path);
  const copy = `${file}.restore.tmp`;
  const keptPrefix = `${file}.before-restore-`;
  using old = await takeOver(file);
  await removeCopy(copy);
  if (old.exists) await removeSecondNames(file, keptPrefix);
  try {
    await extract(copy, incoming);
    const migrated = await prepare(copy, preparation);
    // If the old file was missing, a server may have created it meanwhile.
    using created = old.exists ? undefined : await takeOver(file);
    const exists = created?.exists ?? old.exists;
    const previous = exists ? `${keptPrefix}${new Date().toISOString().replace(/\D/g, "")}` : undefined;
    await replace(file, { by: copy, previous });
    await markExistence(path);
    return { previous, migrated };
  } finally {
    await removeCopy(copy);
  }
}

/** Migrates and finishes the copy. Returns the names of the migrations that ran. */
async function prepare(copy: string, { migrate, finish }: Preparation): Promise<readonly string[]> {
  const database = open(`sqlite:${copy}`, {});
  try {
    const applied = await migrate(database);
    await finish(database);
    return applied;
  } finally {
    await database.destroy();
    flush(copy);
  }
}

/** Moves the write-ahead log into the file, and flushes it to disk. */
function flush(copy: string): void {
  const database = new Sqlite(copy);
  try {
    database.pragma("journal_mode = DELETE");
  } finally {
    database.close();
  }
}
