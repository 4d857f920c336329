import { open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { platform } from "node:process";
import Sqlite from "better-sqlite3";

/**
 * Copies a database file, as it was last committed, beside itself, readable by its owner alone. Gives back the copy's path once it is whole
 * and on the disk; throws, and leaves nothing behind, when it can't be.
 */
export async function backUp(file: string, before: string): Promise<string> {
  const moment = new Date().toISOString().replace(/\D/g, "");
  const copy = `${file}.before-${before}.${moment}.db`;
  await (await open(copy, "wx", 0o600)).close();
  const source = new Sqlite(file, { readonly: true });
  try {
    await source.backup(copy);
    await syncFolder(dirname(copy));
    return copy;
  } catch (cause) {
    await rm(copy, { force: true });
    throw new Error("The database could not be copied before it is changed, so nothing was changed.", { cause });
  } finally {
    source.close();
  }
}

/** SQLite has put the copy itself on the disk, but its journal could come back with the power, and empty the copy. */
async function syncFolder(folder: string): Promise<void> {
  if (platform === "win32") return; // It syncs no folders.
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
