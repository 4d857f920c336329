import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { ROOT } from "../../harness/server-process.ts";
import { pythonPackages } from "../shared/downloads.ts";
import { execute } from "../shared/execute.ts";
import type { ContractName, Tools } from "./language.ts";

const SCENARIOS = join(ROOT, "scripts/clients/python");

const REQUIREMENTS = join(SCENARIOS, "requirements.txt");

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
  const source = `generated/${contract}.openapi-3.1.json`;
  return ["generate", "--path", source, "--output-path", output, ...options];
}
