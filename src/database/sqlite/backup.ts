import { open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { syncFolder } from "../core/durable-files.ts";

/**
 * Backs up the committed content of a database file to `<file>.before-<migration>.<time>.db`, readable
 * only by its owner. Returns the backup's path once it is flushed to disk. If that fails, removes
 * the backup and throws.
 */
export async function backUp(file: string, migration: string): Promise<string> {
  const timestamp = new Date().toISOString().replace(/\D/g, "");
  const backup = `${file}.before-${migration}.${timestamp}.db`;
  await (await open(backup, "wx", 0o600)).close();
  const source = new Sqlite(file, { readonly: true });
  try {
    await source.backup(backup);
    // SQLite has flushed the file, but not that it deleted the file's journal: rolling it back would empty the backup.
    await syncFolder(dirname(backup));
    return backup;
  } catch (cause) {
    await rm(backup, { force: true });
    throw new Error("The backup before the migration failed, so the database was not changed.", { cause });
  } finally {
    source.close();
  }
}
