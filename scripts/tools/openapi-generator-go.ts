import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runGo } from "./go.ts";
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
      const go = (args: readonly string[]) => runGo(cwd, args, input.variables);
      await go(["vet", "."]);
      const scenario = scenarioOf(input);
      if (scenario === undefined) return;
      await mkdir(join(cwd, "scenario"));
      await copyFile(join(scenario, "openapi_generator.go"), join(cwd, "scenario/main.go"));
      assertScenarioPassed(await go(["run", "./scenario"]));
    },
  };
}
