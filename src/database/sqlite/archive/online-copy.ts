import { closeSync, fdatasyncSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";
import type { OnProgress } from "../../core/backup-data.ts";
import { FLUSH_BYTES } from "../../core/durable-files.ts";

/** Pages that one step copies. */
const STEP_PAGES = 64;

/**
 * Copies the committed content of a database to a new file, in small steps. Writers are not blocked, and
 * do not restart the copy, because a read transaction is open meanwhile. Data is flushed in small steps
 * too; waiting for that blocks the event loop, so no server may call this.
 */
export async function copyOnline(source: string, destination: string, onProgress: OnProgress): Promise<void> {
  const database = new Sqlite(source, { readonly: true });
  const flusher = new Flusher(destination);
  try {
    database.exec("begin");
    database.prepare("select 1 from sqlite_schema").get(); // The first read starts the transaction.
    const pageSize = Number(database.pragma("page_size", { simple: true }));
    await database.backup(destination, {
      progress({ totalPages, remainingPages }) {
        const done = (totalPages - remainingPages) * pageSize;
        flusher.flushUpTo(done);
        onProgress(done, totalPages * pageSize);
        return STEP_PAGES;
      },
    });
  } finally {
    flusher.close();
    database.close();
  }
  leaveWalMode(destination);
}

/** Flushes a growing file. Closing it drops the locks of this process on it, so that must be last. */
class Flusher {
  readonly #path: string;
  #file: number | undefined;
  #flushed = 0;

  constructor(path: string) {
    this.#path = path;
  }

  flushUpTo(done: number): void {
    if (done - this.#flushed < FLUSH_BYTES) return;
    this.#file ??= openSync(this.#path, "r+");
    fdatasyncSync(this.#file);
    this.#flushed = done;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}

/** Makes the copy a single file, without a write-ahead log beside it. */
function leaveWalMode(path: string): void {
  const copy = new Sqlite(path);
  try {
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
}
