import { delimiter } from "node:path";
import { env } from "node:process";
import { execute } from "../shared/execute.ts";
import type { Input } from "./tool.ts";

/**
 * `-trimpath`: without it, Go's cache would have the packages of each run by the path of its folder, and compile those
 * that are as they were again. `-N -l`: code that runs once is not worth optimising, which takes a third of the time;
 * for the generated packages only, because the cache has their dependencies.
 */
const FLAGS = ["-trimpath", "'-gcflags=./...=-N -l'"];

/** Runs Go in a folder, with the variables of a scenario. Returns its stdout. */
export function runGo(cwd: string, args: readonly string[], variables: Input["variables"]): Promise<string> {
  const PATH = [env.PATH, "/usr/local/go/bin"].join(delimiter);
  return execute("go", args, { cwd, env: { ...env, ...variables, GOFLAGS: FLAGS.join(" "), PATH } });
}
