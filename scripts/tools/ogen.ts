import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runGo } from "./go.ts";
import { TOOLS } from "./npm.ts";
import { assertScenarioPassed, scenarioOf, type Tool } from "./tool.ts";

const MODULE = join(TOOLS, "ogen");

/** The generator ogen, in the version that tools/ogen/go.mod names. */
export async function open(): Promise<Tool> {
  return {
    name: "ogen",
    version: /ogen-go\/ogen v(\S+)/.exec(await readFile(join(MODULE, "go.mod"), "utf8"))?.[1] ?? "",
    checks: "generates, compiles with `go vet`, runs the scenario",
    async run(input) {
      const { file, folder, variables } = input;
      for (const name of ["go.mod", "go.sum"]) await copyFile(join(MODULE, name), join(folder, name));
      const go = (args: readonly string[]) => runGo(folder, args, variables);
      await go(["tool", "ogen", "--target", "client", "--package", "client", file]);
      const scenario = scenarioOf(input);
      if (scenario !== undefined) {
        await mkdir(join(folder, "scenario"));
        await copyFile(join(scenario, "ogen.go"), join(folder, "scenario/main.go"));
      }
      await go(["vet", "./..."]);
      if (scenario !== undefined) assertScenarioPassed(await go(["run", "./scenario"]));
    },
  };
}
