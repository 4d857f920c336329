import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../test/support/server-process.ts";
import { execute } from "../clients/language.ts";
import { virtualEnvironment } from "../clients/python.ts";
import type { Tool } from "./tool.ts";

/** The validator of Python's OpenAPI libraries. */
export async function open(): Promise<Tool> {
  const requirements = join(ROOT, "tools/requirements.txt");
  const bin = join(await virtualEnvironment(requirements), "bin");
  return {
    name: "openapi-spec-validator",
    version: /^openapi-spec-validator==(.+)$/m.exec(await readFile(requirements, "utf8"))?.[1] ?? "",
    checks: "the document is valid",
    async run({ file }) {
      await execute(join(bin, "openapi-spec-validator"), [file]);
    },
  };
}
