import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { ROOT } from "../../harness/server-process.ts";
import { pythonPackages } from "../shared/downloads.ts";
import { execute } from "../shared/execute.ts";
import type { ContractName, Tools } from "./language.ts";

const SCENARIOS = join(ROOT, "scripts/clients/python");

const REQUIREMENTS = join(SCENARIOS, "requirements.txt");

/** The generator's input. Uploads, which only the collections contract has, work only in OpenAPI 3.0. */
const SOURCES: Readonly<Record<ContractName, string>> = {
  catalogue: "generated/catalogue.openapi.yaml",
  users: "generated/users.openapi.yaml",
  collections: "generated/collections.openapi-3.0.json",
};

/** Prepares mypy and openapi-python-client, which writes a package `<contract>_client` for each contract. */
export async function openTools(folder: string): Promise<Tools> {
  const bin = join(await pythonPackages(REQUIREMENTS), "bin");
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
      await execute(join(bin, "openapi-python-client"), generatorArgs(contract, folder), { cwd: ROOT, env: settings });
    },
    // The scenarios must pass --strict. The clients that they import would not: mypy reports none of
    // the errors in them.
    async build() {
      await python(["-m", "mypy", "--strict", "--follow-imports=silent", `--cache-dir=${folder}/mypy`, SCENARIOS]);
    },
    async runScenario(contract, variables) {
      await python([`${contract}_scenario.py`], variables);
    },
  };
}

function generatorArgs(contract: ContractName, folder: string): string[] {
  const output = join(folder, `${contract}_client`);
  const options = ["--meta", "none", "--fail-on-warning", "--config", join(SCENARIOS, "config.yaml")];
  return ["generate", "--path", SOURCES[contract], "--output-path", output, ...options];
}
