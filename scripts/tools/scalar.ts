import { installPackages, runScript, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";

/** The parser of Scalar's API reference and client. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "Scalar",
    version: versionOf("@scalar/openapi-parser"),
    checks: "the parser finds the document valid and resolves all references",
    run: ({ file }) => runScript("scalar.mjs", file),
  };
}
