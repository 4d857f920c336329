import { readFileSync } from "node:fs";
import t from "tap";
import { loadContract } from "../../src/server/contracts.ts";

const ROOT = new URL("../../", import.meta.url);

for (const name of ["catalogue", "users"]) {
  t.test(
    `the JSON file of ${name} differs from the YAML file only in links, formats, patterns, constants and problem details`,
    async (t) => {
      const { document } = loadContract(name);
      const json = JSON.parse(readFileSync(new URL(`generated/${name}.openapi-3.1.json`, ROOT), "utf8"));
      t.same(withoutChanges(json), withoutChanges(document));
    },
  );
}

function withoutChanges(document: object): object {
  const isChanged = (key: string, value: unknown) =>
    ["links", "application/problem+json", "Problem"].includes(key) ||
    // Of `Registration`, which has one of two formats.
    key === "date" ||
    key === "pattern" ||
    ["int64", "double"].includes(String(key === "format" && value)) ||
    (key === "const" && (value === "" || typeof value !== "string")) ||
    (key === "enum" && JSON.stringify(value) === '[""]');
  return JSON.parse(JSON.stringify(document, (key, value) => (isChanged(key, value) ? undefined : value)));
}
