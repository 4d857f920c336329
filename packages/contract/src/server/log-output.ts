import { write, writeSync } from "node:fs";
import { stdout } from "node:process";

/** Where log lines go. Both functions may write only a part, and report how many bytes. */
export interface LogOutput {
  readonly write: (bytes: Uint8Array, done: (error: Error | null, written: number) => void) => void;
  readonly writeSync: (bytes: Uint8Array) => number;
}

/**
 * Standard output. Node makes a pipe non-blocking when `process.stdout` is used for the first time,
 * and blocking when a child process inherits it. A write to a full blocking pipe would occupy a
 * thread and keep the process from exiting.
 */
export function standardOutput(): LogOutput {
  const { fd } = stdout;
  return { write: (bytes, done) => write(fd, bytes, done), writeSync: (bytes) => writeSync(fd, bytes) };
}

/** Whether the output is a pipe that is full because its reader is slow. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
