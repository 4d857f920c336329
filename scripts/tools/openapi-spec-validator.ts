import { join } from "node:path";
import { execute } from "../shared/execute.ts";
import { installPythonPackages } from "./python-packages.ts";
import type { Tool } from "./tool.ts";

/** The validator of Python's OpenAPI libraries. */
export async function open(): Promise<Tool> {
  const { bin, versionOf } = await installPythonPackages();
  return {
    name: "openapi-spec-validator",
    version: versionOf("openapi-spec-validator"),
    checks: "the document is valid",
    async run({ file }) {
      await execute(join(bin, "openapi-spec-validator"), [file]);
    },
  };
}
