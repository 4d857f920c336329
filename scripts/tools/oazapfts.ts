import { installPackages, runPackage, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** Generates functions that use fetch. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "oazapfts",
    version: versionOf("oazapfts"),
    checks: "generates, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      await runPackage("oazapfts", [input.file, "client.ts"], input.folder);
      await checkTypeScript(input, "client.ts", "oazapfts");
    },
  };
}
