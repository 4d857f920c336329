import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { progress } from "./reporting.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Installs what the benchmark alone needs, as its lock file says, unless that is there. */
export async function install(): Promise<void> {
  if (await isInstalled()) return;
  progress("Installing what the benchmark needs …");
  await promisify(execFile)("npm", ["ci", "--prefix", HERE, "--no-audit", "--no-fund", "--loglevel=error"]);
  progress("");
}

/** npm writes beside the packages which ones they are. */
async function isInstalled(): Promise<boolean> {
  const installed = join(HERE, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const [there, wanted] = [await packagesIn(installed), await packagesIn(join(HERE, "package-lock.json"))];
  return Object.keys(there).every((path) => isDeepStrictEqual(there[path]?.version, wanted[path]?.version));
}

async function packagesIn(file: string): Promise<Record<string, { version?: string }>> {
  return JSON.parse(await readFile(file, "utf8")).packages;
}
