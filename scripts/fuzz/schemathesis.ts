import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REQUIREMENTS = join(ROOT, "test/fuzz/requirements.txt");
const VENV = join(ROOT, "node_modules/.cache/schemathesis");

/** The program Schemathesis in its pinned version: the one in PATH, or one that is installed once into node_modules/.cache with python3. */
export function findSchemathesis(): string {
  const wanted = /^schemathesis==(.+)$/m.exec(readFileSync(REQUIREMENTS, "utf8"))?.[1];
  const installed = join(VENV, "bin/schemathesis");
  const found = ["schemathesis", installed].find((program) => versionOf(program) === wanted);
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

/** What one run of Schemathesis takes. */
export interface Run {
  readonly program: string;
  /** The contract's file. */
  readonly contract: string;
  /** The address of the contract's base path. */
  readonly base: string;
  readonly options: readonly string[];
  /** What the hooks need to know, as environment variables. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts Schemathesis, with schemathesis.toml and every check, on one contract. */
export function startRun(run: Run): ChildProcessByStdio<null, Readable, Readable> {
  const options = ["--url", run.base, "--checks", "all", "--no-color", ...run.options];
  const started = spawn(run.program, ["run", run.contract, ...options], {
    cwd: ROOT,
    env: { ...env, ...run.settings, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => started.kill("SIGKILL"));
  return started;
}
