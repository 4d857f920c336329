import { copyFile, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { execute } from "../shared/execute.ts";
import { openGenerator } from "./openapi-generator.ts";
import { assertScenarioPassed, scenarioOf, type Tool } from "./tool.ts";

/** The generator go. Its own tests, which need a library, are not compiled. */
export async function open(): Promise<Tool> {
  const { version, generate } = await openGenerator();
  return {
    name: "openapi-generator, go",
    version,
    checks: "generates, compiles with `go vet`, runs the scenario",
    async run(input) {
      await generate("go", input);
      const cwd = join(input.folder, "client");
      const settings = { ...env, ...input.variables, PATH: [env.PATH, "/usr/local/go/bin"].join(delimiter) };
      const go = (args: readonly string[]) => execute("go", args, { cwd, env: settings });
      await go(["vet", "."]);
      const scenario = scenarioOf(input);
      if (scenario === undefined) return;
      await mkdir(join(cwd, "scenario"));
      await copyFile(join(scenario, "openapi_generator.go"), join(cwd, "scenario/main.go"));
      assertScenarioPassed(await go(["run", "./scenario"]));
    },
  };
}
