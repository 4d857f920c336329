import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import Sqlite from "better-sqlite3";
import type { OnProgress, Part, Snapshot } from "../../core/backup-data.ts";
import { assertIntact } from "./check.ts";
import { copyOnline } from "./online-copy.ts";
import { companionsOf } from "./real-file.ts";
import { summariseTables } from "./table-hashes.ts";

/** The name of the database in a backup. */
export const DATABASE_PART = "triptych.db";

/**
 * Copies a database to a file beside it, and checks the copy. The lock of `tryLockMaintenance` must be
 * held: what a killed process left is removed. `onProgress` gets the bytes copied, then those read.
 */
export async function openSnapshot(file: string, onProgress: OnProgress): Promise<Snapshot> {
  const copy = `${file}.backup.tmp`;
  await removeCopy(copy);
  try {
    await copyOnline(file, copy, onProgress);
    await assertIntact(copy);
    const [tables, { size }] = [await summariseTables(copy), await stat(copy)];
    return {
      header: { engine: "sqlite", migrations: await listMigrations(copy), columns: {} },
      parts: () => readParts(copy, size, onProgress),
      summarise: () => ({ tables, sequences: [] }),
      [Symbol.asyncDispose]: () => removeCopy(copy),
    };
  } catch (error) {
    await removeCopy(copy);
    throw error;
  }
}

async function* readParts(copy: string, size: number, onProgress: OnProgress): AsyncIterable<Part> {
  async function* content(): AsyncIterable<Buffer> {
    let done = 0;
    for await (const chunk of createReadStream(copy, { highWaterMark: 1024 * 1024 })) {
      yield chunk;
      done += chunk.length;
      onProgress(done, size);
    }
  }
  yield { name: DATABASE_PART, size, content: content() };
}

/** Names of the applied migrations of a database file, in order; empty for a missing or empty file. */
export async function listMigrations(file: string): Promise<string[]> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined || stats.size === 0) return [];
  const database = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    const hasTable = database.prepare("select 1 from sqlite_schema where name = 'migrations'").get() !== undefined;
    if (!hasTable) return [];
    return database.prepare<[], string>("select name from migrations order by name").pluck().all();
  } finally {
    database.close();
  }
}

/** Deletes a copy of a database file, with the files that SQLite keeps beside it. */
export async function removeCopy(copy: string): Promise<void> {
  for (const path of [copy, ...companionsOf(copy)]) await rm(path, { force: true });
}
