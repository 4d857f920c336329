import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { build } from "esbuild";
import { execute } from "../shared/execute.ts";
import { ONE_CHECKER, TYPESCRIPT } from "../shared/typescript.ts";
import { linkPackages } from "./npm.ts";
import { assertScenarioPassed, type Input, scenarioOf } from "./tool.ts";

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  target: "es2022",
  module: "es2022",
  moduleResolution: "bundler",
  lib: ["es2022", "dom", "dom.iterable"],
  types: ["node"],
  skipLibCheck: true,
};

/**
 * Compiles the generated TypeScript `entry`, a path in the folder of the input, with `--strict`. If the contract has a
 * scenario, also compiles and runs it with tools/scenarios/<contract>/<adapter>.ts, which calls the generated code.
 */
export async function checkTypeScript(input: Input, entry: string, adapter: string): Promise<void> {
  const { folder, variables } = input;
  await linkPackages(folder);
  const scenario = scenarioOf(input);
  if (scenario !== undefined) {
    await copyFile(join(scenario, "scenario.ts"), join(folder, "scenario.ts"));
    await copyFile(join(scenario, `${adapter}.ts`), join(folder, "main.ts"));
  }
  const files = scenario === undefined ? [entry] : [entry, "main.ts"];
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  await execute(execPath, [TYPESCRIPT, ...ONE_CHECKER, "-p", "."], { cwd: folder });
  if (scenario === undefined) return;
  // Generated code leaves out the extensions of imports and has enums, so Node cannot run it as it is.
  const outfile = join(folder, "main.js");
  const entryPoints = [join(folder, "main.ts")];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "silent" });
  assertScenarioPassed(await execute(execPath, [outfile], { cwd: folder, env: { ...env, ...variables } }));
}
