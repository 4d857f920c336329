import { installPackages, runScript, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";

/** Postman's import. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "Postman",
    version: versionOf("openapi-to-postmanv2"),
    checks: "imports a request for each operation, with an absolute URL",
    run: ({ file }) => runScript("postman.mjs", file),
  };
}
