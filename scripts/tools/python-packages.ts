import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pythonPackages } from "../shared/downloads.ts";
import { TOOLS } from "./npm.ts";
import type { Input } from "./tool.ts";

const REQUIREMENTS = join(TOOLS, "requirements.txt");

/** The Python packages among the tools. */
export interface PythonPackages {
  /** The folder with their programs. */
  readonly bin: string;
  /** The version of a package that tools/requirements.txt names. */
  readonly versionOf: (name: string) => string;
}

let packages: Promise<PythonPackages> | undefined;

/** Installs the packages in tools/requirements.txt, once. */
export async function installPythonPackages(): Promise<PythonPackages> {
  packages ??= install();
  return packages;
}

/** Options of mypy with which it checks the libraries of the generated clients once for all inputs of a tool. */
export function cacheOptions({ folder }: Input): string[] {
  return ["--cache-dir", join(dirname(folder), "mypy")];
}

async function install(): Promise<PythonPackages> {
  const lines = await readFile(REQUIREMENTS, "utf8");
  const versions = new Map([...lines.matchAll(/^(.+)==(.+)$/gm)].map(([, name = "", version = ""]) => [name, version]));
  return {
    bin: join(await pythonPackages(REQUIREMENTS), "bin"),
    versionOf(name) {
      const version = versions.get(name);
      if (version === undefined) throw new Error(`tools/requirements.txt does not name ${name}. Add it there.`);
      return version;
    },
  };
}
