import { fork } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import type { FileUsage } from "../core/engine.ts";
import { BUSY_TIMEOUT_MS } from "./driver/busy-timeout.ts";

const PROCESS = new URL("./vacuum-process.ts", import.meta.url);

/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 100;

/** How often a byte is written: to a copy, to the journal, and back. */
const WRITES = 3;

const MIB = 1024 * 1024;

/** Reads how much of a database file is in use. */
export function fileUsageOf(path: string): FileUsage {
  const database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true, readonly: true });
  try {
    const read = (pragma: string) => Number(database.pragma(pragma, { simple: true }));
    const pageSize = read("page_size");
    return { size: read("page_count") * pageSize, free: read("freelist_count") * pageSize };
  } finally {
    database.close();
  }
}

/**
 * Rewrites a database file without free pages, in the mode that returns free pages in steps. Throws if a
 * process has it open, or if the disk has too little space for two copies of what is in use. Reports progress on Linux.
 */
export async function vacuumFile(path: string, onProgress: (done: number, total: number) => void): Promise<FileUsage> {
  const { size, free } = fileUsageOf(path);
  const used = size - free;
  await assertSpace(path, 2 * used);
  // A process, because SQLite reads where to store the copy from the environment. It belongs on the disk of the file.
  const child = fork(PROCESS, [path], { env: { SQLITE_TMPDIR: dirname(resolve(path)) }, execArgv: [] });
  let failure: string | undefined;
  child.on("message", (sentence) => {
    failure = String(sentence);
  });
  const timer = setInterval(async () => {
    const written = await bytesWrittenBy(child.pid);
    if (written !== undefined) onProgress(Math.min(written, WRITES * used), WRITES * used);
  }, PROGRESS_MS);
  const [code] = await once(child, "close");
  clearInterval(timer);
  if (failure !== undefined) throw new Error(failure);
  if (code !== 0) throw new Error("The process that rewrites the file was killed. The file is as it was.");
  return { size: statSync(path).size, free: 0 };
}

async function assertSpace(path: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(resolve(path)));
  const available = bavail * bsize;
  if (available >= needed) return;
  const [needs, has] = [Math.ceil(needed / MIB), Math.floor(available / MIB)];
  throw new Error(`The disk of ${path} needs ${needs} MiB of free space and has ${has} MiB. Nothing was changed.`);
}

/** What the kernel counts for a process; undefined where it does not, and once the process has exited. */
async function bytesWrittenBy(pid: number | undefined): Promise<number | undefined> {
  const counters = await readFile(`/proc/${pid}/io`, "utf8").catch(() => "");
  const [, bytes] = /^wchar: (\d+)$/m.exec(counters) ?? [];
  return bytes === undefined ? undefined : Number(bytes);
}
