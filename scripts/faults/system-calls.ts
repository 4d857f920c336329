import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The system calls by which SQLite writes or extends a file. Sockets and logs use others. */
const WRITES = "pwrite64,ftruncate,fallocate";

/** Makes a process's file writes fail as on a full disk, until the returned function is called. */
export function simulateFullDisk(pid: number): Promise<() => Promise<void>> {
  return inject(pid, `${WRITES}:error=ENOSPC`);
}

/** Makes a process's `fsync` fail as on a broken disk, until the returned function is called. */
export function breakFsync(pid: number): Promise<() => Promise<void>> {
  return inject(pid, "fsync,fdatasync:error=EIO");
}

/**
 * Attaches strace, which makes system calls of a process fail. `rule` is an argument of its option
 * `inject`. Returns a function that detaches it.
 */
async function inject(pid: number, rule: string): Promise<() => Promise<void>> {
  const options = ["-f", "-e", `trace=${rule.split(":")[0]}`, "-e", `inject=${rule}`, "-p", String(pid)];
  const strace = spawn("strace", options, { stdio: ["ignore", "ignore", "pipe"] });
  strace.once("error", () => {});
  const exit = once(strace, "close");
  // `strace: Process 123 attached`, or an error.
  const firstLine = once(createInterface(strace.stderr), "line");
  const [line] = await Promise.race([firstLine, exit.then(() => ["It exited."])]);
  if (!String(line).includes("attached")) throw new Error(`strace could not attach to the server. ${line}`);
  strace.stderr.resume();
  return async () => {
    strace.kill("SIGINT");
    await exit;
  };
}
