import { installPackages, runPackage, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** Generates a class that uses fetch. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "swagger-typescript-api",
    version: versionOf("swagger-typescript-api"),
    checks: "generates, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      await runPackage(
        "swagger-typescript-api",
        ["generate", "--path", input.file, "--output", "client"],
        input.folder,
      );
      await checkTypeScript(input, "client/Api.ts", "swagger-typescript-api");
    },
  };
}
