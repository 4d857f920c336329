import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../harness/server-process.ts";
import { pythonPackages } from "../shared/downloads.ts";
import { execute } from "../shared/execute.ts";
import { cacheOptions } from "./python-packages.ts";
import type { Tool } from "./tool.ts";

const SCENARIOS = join(ROOT, "scripts/clients/python");

/** The generator of npm run clients, with its scenarios in scripts/clients/python/. */
export async function open(): Promise<Tool> {
  const requirements = join(SCENARIOS, "requirements.txt");
  const bin = join(await pythonPackages(requirements), "bin");
  return {
    name: "openapi-python-client",
    version: /^openapi-python-client==(.+)$/m.exec(await readFile(requirements, "utf8"))?.[1] ?? "",
    checks:
      "generates without warnings, with the settings in `scripts/clients/python/config.yaml`, checks with mypy, " +
      "runs a scenario of each contract",
    needsAccount: true,
    async run(input) {
      const { contract, file, folder, variables } = input;
      const options = ["--meta", "none", "--fail-on-warning", "--config", join(SCENARIOS, "config.yaml")];
      const client = `${contract}_client`;
      const output = join(folder, client);
      const env = {
        ...process.env,
        ...variables,
        PATH: `${bin}:${process.env.PATH}`,
        PYTHONPATH: folder,
        PYTHONDONTWRITEBYTECODE: "1",
      };
      await execute(
        join(bin, "openapi-python-client"),
        ["generate", "--path", file, "--output-path", output, ...options],
        { env },
      );
      // client.py is the same for every document, and mypy finds errors in it.
      const args = ["--follow-imports=silent", ...cacheOptions(input), `${client}/api`, `${client}/models`];
      await execute(join(bin, "mypy"), args, { cwd: folder, env });
      await execute(join(bin, "python"), [`${contract}_scenario.py`], { cwd: SCENARIOS, env });
    },
  };
}
