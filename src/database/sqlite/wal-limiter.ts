import { Worker } from "node:worker_threads";
import type Sqlite from "better-sqlite3";

/**
 * Size of the write-ahead log in bytes above which a thread, not the next commit, copies it to the
 * database. Eight times `wal_autocheckpoint`, so only a long-running reader or a long transaction lets it grow this large.
 * Copying this much blocks for about 10 ms.
 */
const LARGE_WAL_BYTES = 8 * 1024 * 1024;

const CHECKPOINTER = new URL("./checkpointer.ts", import.meta.url);

/** Pragmas of the writing connection, except while the thread runs. */
export const WAL_PRAGMAS = [
  // In pages. The commit that reaches this size copies the log, which blocks noticeably longer at the
  // default of 1000.
  "wal_autocheckpoint = 250",
  // In KiB, as the minus sign says. A transaction that changes more than this writes it to the log while it runs, not all at
  // its commit; the default of 16 MiB would make that commit block the event loop for 100 ms.
  "cache_size = -4000",
  // Otherwise the log keeps the largest size that it ever had.
  `journal_size_limit = ${LARGE_WAL_BYTES}`,
];

/** Pragmas while the thread runs: commits neither copy nor truncate the log. */
const PRAGMAS_WITH_THREAD = ["wal_autocheckpoint = 0", "journal_size_limit = -1"];

/**
 * Empties the write-ahead log in a thread, after long transactions, and if readers in other processes
 * have made the log grow.
 */
export class WalLimiter {
  readonly #path: string;
  readonly #writer: Sqlite.Database;
  #thread: Worker | undefined;

  constructor(path: string, writer: Sqlite.Database) {
    this.#path = path;
    this.#writer = writer;
  }

  /** Starts the thread if the log is too large. `size`: its current size in bytes. */
  observe(size: number): void {
    if (size > LARGE_WAL_BYTES) this.start();
  }

  /** Starts the thread, unless it is running. */
  start(): void {
    if (this.#thread !== undefined) return;
    this.#configure(PRAGMAS_WITH_THREAD);
    const thread = new Worker(CHECKPOINTER, { workerData: this.#path, env: {}, execArgv: [] });
    thread.unref();
    thread.on("error", () => {}); // Without a listener it would end the process; "exit" follows.
    thread.once("exit", () => {
      this.#thread = undefined;
      if (this.#writer.open) this.#configure(WAL_PRAGMAS);
    });
    this.#thread = thread;
  }

  /** Call it before closing the writing connection. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #configure(pragmas: readonly string[]): void {
    for (const pragma of pragmas) this.#writer.pragma(pragma);
  }
}
