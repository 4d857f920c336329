import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import { env } from "node:process";
import type { Readable } from "node:stream";
import { ROOT } from "../../harness/server-process.ts";
import { pythonPackages } from "../shared/downloads.ts";

const REQUIREMENTS = join(ROOT, "scripts/fuzz/requirements.txt");

/** Returns the program of the pinned Schemathesis version, which is installed on the first run. */
export async function findSchemathesis(): Promise<string> {
  return join(await pythonPackages(REQUIREMENTS), "bin/schemathesis");
}

export interface Run {
  readonly program: string;
  /** The file of the contract. */
  readonly contract: string;
  /** The URL of the contract's base path. */
  readonly base: string;
  readonly options: readonly string[];
  /** Environment variables for the hooks. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts Schemathesis on one contract with all checks. It is killed when this process exits. */
export function startRun(run: Run): ChildProcessByStdio<null, Readable, Readable> {
  const options = ["--url", run.base, "--checks", "all", "--no-color", ...run.options];
  const started = spawn(run.program, ["run", run.contract, ...options], {
    // Here Schemathesis finds its configuration, schemathesis.toml.
    cwd: ROOT,
    env: { ...env, ...run.settings, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => started.kill("SIGKILL"));
  return started;
}
