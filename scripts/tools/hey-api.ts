import { installPackages, runPackage, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** Generates a client that uses fetch. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "hey-api",
    version: versionOf("@hey-api/openapi-ts"),
    checks: "generates with `--client @hey-api/client-fetch`, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      await runPackage(
        "openapi-ts",
        ["--input", input.file, "--output", "client", "--client", "@hey-api/client-fetch"],
        input.folder,
      );
      await checkTypeScript(input, "client/index.ts", "hey-api");
    },
  };
}
