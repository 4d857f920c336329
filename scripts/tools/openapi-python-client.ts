import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "../shared/downloads.ts";
import { execute } from "../shared/execute.ts";
import { TOOLS } from "./npm.ts";
import { cacheOptions } from "./python-packages.ts";
import type { Tool } from "./tool.ts";

const SCENARIOS = join(TOOLS, "openapi-python-client");

/** The generator openapi-python-client, with scenarios of its own in tools/openapi-python-client/. */
export async function open(): Promise<Tool> {
  const requirements = join(SCENARIOS, "requirements.txt");
  const bin = join(await pythonPackages(requirements), "bin");
  return {
    name: "openapi-python-client",
    version: /^openapi-python-client==(.+)$/m.exec(await readFile(requirements, "utf8"))?.[1] ?? "",
    checks:
      "generates without warnings, with the settings in `tools/openapi-python-client/config.yaml`, checks with mypy, " +
      "runs a scenario of each contract",
    needsAccount: true,
    async run(input) {
      const { contract, file, folder, variables } = input;
      const generation = ["--meta", "none", "--fail-on-warning", "--config", join(SCENARIOS, "config.yaml")];
      const client = `${contract}_client`;
      const output = join(folder, client);
      const env = {
        ...process.env,
        ...variables,
        PATH: `${bin}:${process.env.PATH}`,
        PYTHONPATH: folder,
        MYPYPATH: folder,
        PYTHONDONTWRITEBYTECODE: "1",
      };
      await execute(
        join(bin, "openapi-python-client"),
        ["generate", "--path", file, "--output-path", output, ...generation],
        { env },
      );
      // client.py is the same for every document, and mypy finds errors in it.
      const options = ["--follow-imports=silent", ...cacheOptions(input)];
      const mypy = (args: readonly string[], cwd: string) =>
        execute(join(bin, "mypy"), [...options, ...args], { cwd, env });
      await mypy([`${client}/api`, `${client}/models`], folder);
      const scenario = `${contract}_scenario.py`;
      await mypy(["--strict", scenario], SCENARIOS);
      await execute(join(bin, "python"), [scenario], { cwd: SCENARIOS, env });
    },
  };
}
