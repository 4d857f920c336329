import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import t from "tap";
import { isRecord } from "#contract/record";
import { renameDollarFields } from "../../harness/dollar-names.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp } from "../support/app.ts";

const ROOT = new URL("../../", import.meta.url);

for (const name of ["catalogue", "users", "collections"]) {
  const { document } = loadContract(name);
  const converted = JSON.parse(readFileSync(new URL(`generated/${name}.openapi-3.2.json`, ROOT), "utf8"));

  t.test(`the OpenAPI 3.2 version of ${name} is valid, also as it is served`, async (t) => {
    const { send } = await openApp(t);
    for (const text of [converted, (await send("GET", `/openapi/${name}.3.2.json`)).body]) {
      const validator = new Validator();
      t.same(await validator.validate(renameDollarFields(text)), { valid: true });
      t.equal(validator.version, "3.2");
    }
  });

  t.test(`the OpenAPI 3.2 version of ${name} says what the contract says`, async (t) => {
    const { mediaTypes, ...components } = converted.components;
    t.match(mediaTypes, { Problem: { schema: { $ref: "#/components/schemas/Problem" } } });
    const tags = converted.tags.map(({ summary, kind, ...tag }: Record<string, unknown>) => {
      t.match(summary, /^[A-Z]/);
      t.equal(kind, "nav");
      return tag;
    });
    t.same(toOld({ ...converted, openapi: "3.1.0", tags, components }, mediaTypes), document);
  });
}

/** Undoes the changes to examples and media types. */
function toOld(value: unknown, mediaTypes: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(value), (_name, part) => {
    if (!isRecord(part)) return part;
    const { dataValue, ...rest } = part;
    if (dataValue !== undefined) return { ...rest, value: dataValue };
    const name = /^#\/components\/mediaTypes\/(\w+)$/.exec(String(part.$ref))?.[1];
    return name === undefined ? part : mediaTypes[name];
  });
}
