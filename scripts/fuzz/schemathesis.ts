import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REQUIREMENTS = join(ROOT, "test/fuzz/requirements.txt");
const VENV = join(ROOT, "node_modules/.cache/schemathesis");

/** Returns the program of the pinned Schemathesis version. Installs it in node_modules/.cache unless PATH has it. */
export function findSchemathesis(): string {
  const version = /^schemathesis==(.+)$/m.exec(readFileSync(REQUIREMENTS, "utf8"))?.[1];
  const installed = join(VENV, "bin/schemathesis");
  const found = ["schemathesis", installed].find((program) => versionOf(program) === version);
  if (found !== undefined) return found;
  execFileSync("python3", ["-m", "venv", VENV], { stdio: "inherit" });
  execFileSync(join(VENV, "bin/pip"), ["install", "--quiet", "--requirement", REQUIREMENTS], { stdio: "inherit" });
  return installed;
}

function versionOf(program: string): string | undefined {
  if (program.includes("/") && !existsSync(program)) return undefined;
  try {
    return /version (\S+)/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }))?.[1];
  } catch {
    return undefined;
  }
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
