import { installPackages, runPackage, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** Generates types, which openapi-fetch uses. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "openapi-typescript",
    version: versionOf("openapi-typescript"),
    checks:
      "generates with `--default-non-nullable=false`, compiles with `tsc --strict`, runs the scenario with openapi-fetch; " +
      "an upload needs a `bodySerializer` " +
      "([openapi-typescript#1214](https://github.com/openapi-ts/openapi-typescript/issues/1214))",
    async run(input) {
      await runPackage(
        "openapi-typescript",
        [input.file, "--default-non-nullable=false", "--output", "client.ts"],
        input.folder,
      );
      await checkTypeScript(input, "client.ts", "openapi-typescript");
    },
  };
}
