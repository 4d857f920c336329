import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { execute } from "../shared/execute.ts";
import { openGenerator } from "./openapi-generator.ts";
import { cacheOptions, installPythonPackages } from "./python-packages.ts";
import { assertScenarioPassed, scenarioOf, type Tool } from "./tool.ts";

/** The generator python. mypy gets the settings that the generator writes to pyproject.toml. */
export async function open(): Promise<Tool> {
  const { bin } = await installPythonPackages();
  const { version, generate } = await openGenerator();
  return {
    name: "openapi-generator, python",
    version,
    checks: "generates, checks with mypy, runs the scenario",
    async run(input) {
      await generate("python", input);
      const client = join(input.folder, "client");
      const options = { cwd: client, env: { ...env, ...input.variables, PYTHONDONTWRITEBYTECODE: "1" } };
      const mypy = (target: string) => execute(join(bin, "mypy"), [...cacheOptions(input), target], options);
      await mypy("openapi_client");
      const scenario = scenarioOf(input);
      if (scenario === undefined) return;
      await copyFile(join(scenario, "openapi_generator.py"), join(client, "scenario.py"));
      await mypy("scenario.py");
      assertScenarioPassed(await execute(join(bin, "python"), ["scenario.py"], options));
    },
  };
}
