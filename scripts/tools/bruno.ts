import { installPackages, runScript, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";

/** Bruno's import. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "Bruno",
    version: versionOf("@usebruno/converters"),
    checks: "imports a request for each operation, with an absolute URL",
    run: ({ file }) => runScript("bruno.mjs", file),
  };
}
