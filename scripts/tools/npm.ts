import { existsSync, readFileSync } from "node:fs";
import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { ROOT } from "../../harness/server-process.ts";
import { npmPackages } from "../shared/downloads.ts";
import { execute } from "../shared/execute.ts";

/** The folder of the npm packages among the tools. They have a lock file of their own. */
export const TOOLS = join(ROOT, "tools");

let installed: Promise<void> | undefined;

/** Installs the npm packages of tools/, once. */
export async function installPackages(): Promise<void> {
  installed ??= install();
  return installed;
}

async function install(): Promise<void> {
  const link = join(TOOLS, "node_modules");
  await rm(link, { recursive: true, force: true });
  await symlink(join(await npmPackages(TOOLS), "node_modules"), link);
}

/** The version of a package in tools/. */
export function versionOf(name: string): string {
  return versionIn(join(TOOLS, "package.json"), name);
}

/** The version of one of the project's own packages. */
export function projectVersionOf(name: string): string {
  return versionIn(join(ROOT, "package.json"), name);
}

function versionIn(file: string, name: string): string {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, "utf8"));
  const version: unknown = { ...dependencies, ...devDependencies }[name];
  if (typeof version !== "string") throw new Error(`${file} does not name ${name}. Add it there.`);
  return version;
}

/** Lets files in a folder import the installed packages. */
export async function linkPackages(folder: string): Promise<void> {
  const link = join(folder, "node_modules");
  if (!existsSync(link)) await symlink(join(TOOLS, "node_modules"), link);
}

/** So that only the first run of a program compiles its modules. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/node") };

/** Runs a program of an installed package in a folder. Returns its stdout. */
export async function runPackage(program: string, args: readonly string[], cwd = TOOLS): Promise<string> {
  return execute(join(TOOLS, "node_modules/.bin", program), args, { cwd, env: { ...env, ...COMPILE_CACHE } });
}

/** Runs a program of tools/readers/ on a document. It exits with 1 and says why when the document cannot be used. */
export async function runScript(name: string, file: string): Promise<void> {
  await execute(execPath, [join(TOOLS, "readers", name), file], { cwd: TOOLS, env: { ...env, ...COMPILE_CACHE } });
}
