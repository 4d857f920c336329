import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { build } from "esbuild";
import { execute } from "../shared/execute.ts";
import { ONE_CHECKER, TYPESCRIPT } from "../shared/typescript.ts";
import { linkPackages, TOOLS } from "./npm.ts";
import { assertScenarioPassed, type Input } from "./tool.ts";

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
 * Compiles the generated TypeScript `entry`, a path in the folder of the input, with `--strict`. For the
 * catalogue, also compiles and runs the scenario with the adapter tools/scenarios/<adapter>.ts, which
 * calls the generated code.
 */
export async function checkTypeScript(input: Input, entry: string, adapter: string): Promise<void> {
  const { folder, contract, variables } = input;
  await linkPackages(folder);
  const hasScenario = contract === "catalogue";
  if (hasScenario) {
    await copyFile(join(TOOLS, "scenarios/catalogue.ts"), join(folder, "catalogue.ts"));
    await copyFile(join(TOOLS, `scenarios/${adapter}.ts`), join(folder, "scenario.ts"));
  }
  const files = hasScenario ? [entry, "scenario.ts"] : [entry];
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  await execute(execPath, [TYPESCRIPT, ...ONE_CHECKER, "-p", "."], { cwd: folder });
  if (!hasScenario) return;
  // Generated code leaves out the extensions of imports and has enums, so Node cannot run it as it is.
  const outfile = join(folder, "scenario.js");
  const entryPoints = [join(folder, "scenario.ts")];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "silent" });
  assertScenarioPassed(await execute(execPath, [outfile], { cwd: folder, env: { ...env, ...variables } }));
}
