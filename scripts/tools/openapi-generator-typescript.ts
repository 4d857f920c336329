import { installPackages } from "./npm.ts";
import { openGenerator } from "./openapi-generator.ts";
import type { Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** The generator typescript-fetch. */
export async function open(): Promise<Tool> {
  await installPackages();
  const { version, generate } = await openGenerator();
  return {
    name: "openapi-generator, typescript-fetch",
    version,
    checks: "generates, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      await generate("typescript-fetch", input);
      await checkTypeScript(input, "client/index.ts", "typescript-fetch");
    },
  };
}
