import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installPackages, runPackage, versionOf } from "./npm.ts";
import { baseUrlOf, type Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** Generates functions that use fetch. The base URL is a setting of the generator. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "orval",
    version: versionOf("orval"),
    checks: "generates with the options `client: fetch` and `baseUrl`, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      const output = { target: "client.ts", client: "fetch", baseUrl: baseUrlOf(input) };
      const config = { client: { input: input.file, output } };
      await writeFile(join(input.folder, "orval.config.mjs"), `export default ${JSON.stringify(config)};\n`);
      await runPackage("orval", ["--config", "orval.config.mjs"], input.folder);
      await checkTypeScript(input, "client.ts", "orval");
    },
  };
}
