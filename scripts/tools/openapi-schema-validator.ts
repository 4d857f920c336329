import { readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { renameDollarFields } from "../../harness/dollar-names.ts";
import { projectVersionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";

/** The validator that fastify-openapi-glue uses. */
export async function open(): Promise<Tool> {
  return {
    name: "@seriousme/openapi-schema-validator",
    version: projectVersionOf("@seriousme/openapi-schema-validator"),
    checks:
      "the document is valid, without examples, with fields named `$id` and `$ref` renamed (it takes them for keywords)",
    async run({ file }) {
      const document = renameDollarFields(JSON.parse(await readFile(file, "utf8")));
      const { valid, errors } = await new Validator().validate(document);
      if (!valid) throw new Error(JSON.stringify(errors));
    },
  };
}
