import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import type { Test } from "tap";

/** Runs a program. Returns its output; rejects if it fails. */
export async function runProgram(program: string, args: readonly string[], input = ""): Promise<string> {
  const running = promisify(execFile)(program, [...args]);
  // A program may end without reading its input.
  running.child.stdin?.on("error", () => {}).end(input);
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

/** Starts a program that is killed when the test ends. */
export function startProgram(t: Test, program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, [...args], { stdio: "ignore" });
  t.teardown(() => child.kill("SIGKILL"));
  return child;
}
