import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { execArgv, execPath } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../entry.js", import.meta.url));

/** Milliseconds between SIGTERM and SIGKILL. */
const STOP_TIMEOUT_MS = 1_000;

/**
 * Runs a command of the command line with the lowest priority, so that it uses only processor time that the
 * server leaves. Throws an error with its output if it fails. The signal stops it.
 */
export async function runInBackground(args: readonly string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const child = spawn(execPath, [...execArgv, PROGRAM, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  const exit = once(child, "exit");
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let deadline: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill("SIGTERM");
    deadline = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const [message, [code]] = await Promise.all([text(child.stderr), exit]);
    if (code !== 0 && !signal.aborted) throw new Error(message.trim() || `It ended with the exit code ${code}.`);
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", stop);
  }
}
