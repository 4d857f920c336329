import { installPackages, runPackage, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** Generates a Zodios client, which checks bodies with Zod. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "openapi-zod-client",
    version: versionOf("openapi-zod-client"),
    checks: "generates, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      await runPackage("openapi-zod-client", [input.file, "--output", "client.ts"], input.folder);
      await checkTypeScript(input, "client.ts", "openapi-zod-client");
    },
  };
}
