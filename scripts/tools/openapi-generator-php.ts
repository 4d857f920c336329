import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import pLimit from "p-limit";
import { execute } from "../shared/execute.ts";
import { TOOLS } from "./npm.ts";
import { openGenerator } from "./openapi-generator.ts";
import { assertScenarioPassed, type Tool } from "./tool.ts";

/** Processes that check the syntax of one file each. */
const AT_ONCE = 2;

/** The generator php. Its HTTP library is in Debian's package php-guzzlehttp-guzzle. */
export async function open(): Promise<Tool> {
  const { version, generate } = await openGenerator();
  return {
    name: "openapi-generator, php",
    version,
    checks: "generates, checks the syntax, runs the scenario",
    async run(input) {
      await generate("php", input);
      const cwd = join(input.folder, "client");
      const php = (args: readonly string[]) => execute("php", args, { cwd, env: { ...env, ...input.variables } });
      const files = await readdir(join(cwd, "lib"), { recursive: true });
      const sources = files.filter((file) => file.endsWith(".php")).map((file) => join("lib", file));
      await pLimit(AT_ONCE).map(sources, (file) => php(["-l", file]));
      if (input.contract !== "catalogue") return;
      assertScenarioPassed(await php([join(TOOLS, "scenarios/openapi_generator.php")]));
    },
  };
}
