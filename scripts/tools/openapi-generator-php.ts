import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import pLimit from "p-limit";
import { execute } from "../shared/execute.ts";
import { openGenerator } from "./openapi-generator.ts";
import { assertScenarioPassed, scenarioOf, type Tool } from "./tool.ts";

/** Processes that check the syntax of one file each. */
const AT_ONCE = 2;

/** The generator php. Its HTTP library is in Debian's package php-guzzlehttp-guzzle. */
export async function open(): Promise<Tool> {
  const { version, generate } = await openGenerator();
  return {
    name: "openapi-generator, php",
    version,
    checks:
      "generates, checks the syntax, runs the scenario; for the collections with `setBooleanFormatForQueryString` of " +
      "`string`, and without the code of a failure, whose type is an empty class " +
      "([openapi-generator#2011](https://github.com/OpenAPITools/openapi-generator/issues/2011))",
    async run(input) {
      await generate("php", input);
      const cwd = join(input.folder, "client");
      const php = (args: readonly string[]) => execute("php", args, { cwd, env: { ...env, ...input.variables } });
      const files = await readdir(join(cwd, "lib"), { recursive: true });
      const sources = files.filter((file) => file.endsWith(".php")).map((file) => join("lib", file));
      await pLimit(AT_ONCE).map(sources, (file) => php(["-l", file]));
      const scenario = scenarioOf(input);
      if (scenario === undefined) return;
      assertScenarioPassed(await php([join(scenario, "openapi_generator.php")]));
    },
  };
}
