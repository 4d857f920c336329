import { mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { BUSY_TIMEOUT_MS } from "./busy-timeout.ts";
import { configure } from "./configure.ts";
import { assertNotLost } from "./existence-marker.ts";
import { enableIncrementalVacuum } from "./free-pages.ts";

export interface FileOptions {
  /** Whether a thread shall write to the file, in place of `writer`, which is closed once the thread has opened it. */
  readonly writesInThread: boolean;
}

/** The connections to one database. An in-memory database has only the writer. */
export interface Connections extends Partial<FileOptions> {
  /** The file without symbolic links, because the write-ahead log is beside the real file. */
  readonly path?: string;
  readonly writer: Sqlite.Database;
  /** Read-only, for single selects outside transactions. */
  readonly reader?: Sqlite.Database;
  /** Read-only, for transactions that only read. */
  readonly snapshots?: Sqlite.Database;
}

/**
 * Opens `:memory:` or a file. Creates a missing file and folder, readable only by the owner. Throws
 * if the file is missing or empty although it existed at an earlier start.
 */
export function openConnections(path: string, lockTimeout: number, options: FileOptions): Connections {
  if (path === ":memory:") return { writer: configure(new Sqlite(path)) };
  assertNotLost(path);
  createFile(path);
  const { ino } = statSync(path);
  const opened = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  enableIncrementalVacuum(path, opened);
  const writer = configure(opened, lockTimeout);
  if (statSync(path).ino !== ino) {
    writer.close();
    throw new Error(`The database file ${path} was replaced while it was being opened, by a restore. Start again.`);
  }
  const openReader = () => new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, readonly: true });
  return { path: realpathSync(path), writer, ...options, reader: openReader(), snapshots: openReader() };
}

/**
 * Creates a file unless it exists. The flag `wx` fails without opening an existing file: opening
 * and closing it would drop this process's locks on it (fcntl(2)). It also fails for a symbolic link
 * to a missing file, which has no locks.
 */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (statSync(path, { throwIfNoEntry: false }) === undefined) writeFileSync(path, "", { flag: "a", mode: 0o600 });
  }
}
