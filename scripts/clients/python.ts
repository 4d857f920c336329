import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { type ContractName, execute, ROOT, type Tools } from "./language.ts";

const SCENARIOS = join(ROOT, "test/clients/python");

/** What the generator reads. It knows files in OpenAPI 3.0 alone, so that is what it is given of the contract that has some. */
const SOURCES: Readonly<Record<ContractName, string>> = {
  catalogue: "openapi/catalogue.yaml",
  users: "openapi/users.yaml",
  collections: "generated/collections.openapi-3.0.json",
};

/** openapi-python-client, which writes a package `<contract>_client` for each contract, and mypy. */
export async function openTools(folder: string): Promise<Tools> {
  const bin = join(await virtualEnvironment(), "bin");
  await mkdir(folder);
  const settings = {
    ...env,
    PATH: [bin, env.PATH].join(delimiter),
    PYTHONPATH: folder,
    MYPYPATH: folder,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const python = (args: readonly string[], variables = {}) =>
    execute(join(bin, "python"), args, { cwd: SCENARIOS, env: { ...settings, ...variables } });
  return {
    async generate(contract) {
      await execute(join(bin, "openapi-python-client"), generation(contract, folder), { cwd: ROOT, env: settings });
    },
    // The clients' own code is not typed as strictly as mypy can ask for; how the scenarios use it is.
    async build() {
      await python(["-m", "mypy", "--strict", "--follow-imports=silent", `--cache-dir=${folder}/mypy`, SCENARIOS]);
    },
    async runScenario(contract, variables) {
      await python([`${contract}_scenario.py`], variables);
    },
  };
}

function generation(contract: ContractName, folder: string): string[] {
  const output = join(folder, `${contract}_client`);
  const options = ["--meta", "none", "--fail-on-warning", "--config", join(SCENARIOS, "config.yaml")];
  return ["generate", "--path", SOURCES[contract], "--output-path", output, ...options];
}

/** The folder of a virtual environment with the required packages; installed where these have changed. */
async function virtualEnvironment(): Promise<string> {
  const requirements = join(SCENARIOS, "requirements.txt");
  const folder = join(ROOT, "node_modules/.cache/clients", `python-${hash("sha1", await readFile(requirements))}`);
  const isInstalled = join(folder, "installed");
  if (existsSync(isInstalled)) return folder;
  await rm(folder, { recursive: true, force: true });
  await execute("python3", ["-m", "venv", folder]);
  await execute(join(folder, "bin/python"), ["-m", "pip", "install", "--quiet", "--no-deps", "-r", requirements]);
  await writeFile(isInstalled, "");
  return folder;
}
