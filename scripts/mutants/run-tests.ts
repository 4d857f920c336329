import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process, { env, execPath } from "node:process";

/** Time without output after which the tests count as endless. The slowest test prints more often on a busy machine. */
const MAX_SILENCE_MS = 60_000;

export type Outcome = "passed" | "failed" | "timed out";

/** Runs test files of a copy of the working tree in one process, which ends at the first failure. */
export async function runTests(
  copy: string,
  testFiles: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const running = spawn(execPath, [join(copy, "scripts/mutants/load-tests.ts"), ...testFiles], {
    cwd: copy,
    // tap ends a silent test after 30 seconds by default; here, this function does.
    env: { ...env, TAP_BAIL: "1", TAP_TIMEOUT: "600", ...variables },
    stdio: ["ignore", "pipe", "ignore"],
    // The tests and the processes that they start form a group, so that all of them can be stopped.
    detached: true,
  });
  const stop = () => stopGroup(running.pid);
  process.once("exit", stop);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, MAX_SILENCE_MS);
  running.stdout.on("data", () => timer.refresh());
  const [code] = await once(running, "exit");
  clearTimeout(timer);
  process.off("exit", stop);
  stop();
  if (timedOut) return "timed out";
  return code === 0 ? "passed" : "failed";
}

/** Kills the processes of a group that are still running. */
function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No process of the group is left.
  }
}
