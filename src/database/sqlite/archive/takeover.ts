import { link, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { syncFolder } from "../../core/durable-files.ts";
import { isBusy } from "../driver/errors.ts";
import { companionsOf, isMissing } from "./real-file.ts";

/** A database that no other process can use until it is disposed. */
export interface Takeover extends Disposable {
  /** Whether there was a database. */
  readonly exists: boolean;
}

/**
 * Gets exclusive access to a database file, and moves the content of its write-ahead log into it. Throws
 * if another process uses it. Of a file that is missing or no readable database, there is nothing to get.
 */
export async function takeOver(file: string): Promise<Takeover> {
  if (!(await exists(file))) return { exists: false, [Symbol.dispose]: () => {} };
  const database = new Sqlite(file, { timeout: 0 });
  try {
    database.pragma("locking_mode = EXCLUSIVE");
    database.pragma("journal_mode = DELETE");
    // Exclusive mode keeps a journal, which a read in normal mode removes.
    database.pragma("locking_mode = NORMAL");
    database.prepare("select 1 from sqlite_schema").get();
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (isBusy(error))
      throw new Error(`The database ${file} is in use. Stop the server and other commands, then try again.`);
    if (!isDamaged(error)) throw error;
  }
  return { exists: true, [Symbol.dispose]: () => void database.close() };
}

/**
 * Replaces a database that was taken over by another file of its folder, in one step. Keeps the previous
 * one as `previous`, with its write-ahead log if that could not be read.
 */
export async function replace(file: string, { by, previous }: { by: string; previous: string | undefined }) {
  if (previous !== undefined) {
    await keep(file, previous);
    // SQLite would apply these to the new file. They exist only if the old one could not be read.
    for (const [index, companion] of companionsOf(file).entries()) {
      if (await exists(companion)) await rename(companion, companionsOf(previous)[index] ?? companion);
    }
  }
  await syncFolder(dirname(file));
  await rename(by, file);
  await syncFolder(dirname(file));
}

/** Removes second names of the file itself, which restores gave it that were killed before they replaced it. */
export async function removeSecondNames(file: string, prefix: string): Promise<void> {
  const { ino } = await stat(file);
  for (const name of await readdir(dirname(file))) {
    const path = join(dirname(file), name);
    if (path !== file && path.startsWith(prefix) && (await stat(path)).ino === ino) await rm(path);
  }
}

/** Gives a file a second name. Without hard links, a renamed file: then there is none until the next rename. */
async function keep(file: string, previous: string): Promise<void> {
  try {
    await link(file, previous);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && ["EPERM", "ENOTSUP", "ENOSYS"].includes(String(error.code))))
      throw error;
    await rename(file, previous);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
}
