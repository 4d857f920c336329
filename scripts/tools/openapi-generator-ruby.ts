import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { execute } from "../shared/execute.ts";
import { openGenerator } from "./openapi-generator.ts";
import { assertScenarioPassed, scenarioOf, type Tool } from "./tool.ts";

/** The generator ruby. Its HTTP library is in Debian's package ruby-typhoeus. */
export async function open(): Promise<Tool> {
  const { version, generate } = await openGenerator();
  return {
    name: "openapi-generator, ruby",
    version,
    checks: "generates, checks the syntax, loads all models, runs the scenario",
    async run(input) {
      await generate("ruby", input);
      const cwd = join(input.folder, "client");
      const ruby = (args: readonly string[]) => execute("ruby", args, { cwd, env: { ...env, ...input.variables } });
      const files = await readdir(join(cwd, "lib"), { recursive: true });
      await ruby(["-c", ...files.filter((file) => file.endsWith(".rb")).map((file) => join("lib", file))]);
      await ruby(["-Ilib", "-ropenapi_client", "-e", ""]);
      const scenario = scenarioOf(input);
      if (scenario === undefined) return;
      assertScenarioPassed(await ruby(["-Ilib", join(scenario, "openapi_generator.rb")]));
    },
  };
}
