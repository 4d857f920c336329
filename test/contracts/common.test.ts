import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { load } from "js-yaml";
import t from "tap";
import type { Contract } from "#contract/contract";
import { isRecord } from "#contract/record";
import { resolveReferences } from "#contract/references";
import { loadContracts } from "../../harness/contracts.ts";

/** The parts under `components`, by section and name. */
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A name, such as `headers/ETag`, and a part. */
type Part = readonly [name: string, part: unknown];

const COMMON = "common.yaml";

const contracts = loadContracts();
const common = load(read(COMMON)) as { readonly components: Components };

function read(file: string): string {
  return readFileSync(new URL(`../../openapi/${file}`, import.meta.url), "utf8");
}

function partsIn(components: Components): Part[] {
  return Object.entries(components).flatMap(([section, parts]) =>
    Object.entries(parts).map(([name, part]) => [`${section}/${name}`, part] as const),
  );
}

/** The names of the parts that a contract takes from common.yaml. */
function sharedPartsIn({ name }: Contract): string[] {
  const references = read(`${name}.yaml`).matchAll(/"common\.yaml#\/components\/(.*)"/g);
  return [...references].map(([, part = ""]) => part);
}

/** The parts that a contract defines itself, with their references resolved. */
function ownPartsIn(contract: Contract): Part[] {
  const shared = sharedPartsIn(contract);
  return partsIn(resolveReferences(contract.document).components).filter(([name]) => !shared.includes(name));
}

/** The names that occur more than once with the same part, regardless of descriptions. */
function repeatedNames(parts: readonly Part[]): string[] {
  const repeated = parts.filter(([name, part], index) =>
    parts
      .slice(0, index)
      .some(([other, value]) => other === name && isDeepStrictEqual(withoutTexts(value), withoutTexts(part))),
  );
  return repeated.map(([name]) => name);
}

function withoutTexts(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part, (name, value) => (name === "description" ? undefined : value)));
}

t.test("what several contracts define in the same way is in common.yaml", async (t) => {
  t.same(repeatedNames([...partsIn(common.components), ...contracts.flatMap(ownPartsIn)]), []);
});

t.test("a part that two contracts define is found, also with another description", async (t) => {
  const link = { description: "A link", type: "string", maxLength: 9 };
  t.same(
    repeatedNames([
      ["schemas/Link", link],
      ["schemas/Name", { ...link, maxLength: 10 }],
      ["schemas/Link", { ...link, description: "An address" }],
      ["schemas/Name", link],
      ["parameters/Name", link],
    ]),
    ["schemas/Link"],
  );
});

t.test("each part of common.yaml is used by at least two contracts", async (t) => {
  const used = contracts.flatMap(sharedPartsIn);
  for (const [name] of partsIn(common.components))
    t.ok(used.filter((other) => other === name).length >= 2, `${name} is used at least twice`);
});

for (const { name, document } of contracts) {
  t.test(`the bundled contract ${name} differs from its source only in the shared parts`, async (t) => {
    const source = load(read(`${name}.yaml`));
    const expected = JSON.parse(JSON.stringify(source), (_name, value) => {
      const reference = isRecord(value) && typeof value.$ref === "string" ? value.$ref : "";
      const [file, path = ""] = reference.split("#/components/");
      return file === COMMON ? new Map(partsIn(common.components)).get(path) : value;
    });
    t.strictSame(document, expected);
  });
}
