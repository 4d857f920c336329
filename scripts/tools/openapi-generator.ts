import { join } from "node:path";
import { execute } from "../clients/language.ts";
import { jar } from "./maven.ts";
import { installPackages } from "./npm.ts";
import type { Input, Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

const VERSION = "7.25.0";

/** The generator typescript-fetch. */
export async function openTypeScript(): Promise<Tool> {
  await installPackages();
  const generate = await openGenerator("typescript-fetch");
  return {
    name: "openapi-generator, typescript-fetch",
    version: VERSION,
    checks: "generates, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      await generate(input);
      await checkTypeScript(input, "client/index.ts", "typescript-fetch");
    },
  };
}

/** Returns a function that generates code in the folder `client` of the input. */
async function openGenerator(language: string, options = ""): Promise<(input: Input) => Promise<void>> {
  const file = await jar(`org.openapitools:openapi-generator-cli:${VERSION}`);
  return async (input) => {
    const output = join(input.folder, "client");
    const additional = options === "" ? [] : ["--additional-properties", options];
    await execute("java", ["-jar", file, "generate", "-g", language, "-i", input.file, "-o", output, ...additional]);
  };
}
