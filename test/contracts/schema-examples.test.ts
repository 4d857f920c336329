import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import t from "tap";
import { isRecord } from "#contract/record";
import { loadContracts } from "../../harness/contracts.ts";

interface Example {
  /** JSON Pointer to the schema, as a URI fragment. */
  readonly schema: string;
  readonly value: unknown;
}

/** The examples in all schemas of a document. In schemas they are lists; elsewhere they have names. */
function examplesIn(part: unknown, pointer = "#"): Example[] {
  if (!isRecord(part)) return [];
  const own = Array.isArray(part.examples) ? part.examples.map((value) => ({ schema: pointer, value })) : [];
  const below = Object.entries(part)
    .filter(([name]) => name !== "examples" || pointer.endsWith("/properties"))
    .flatMap(([name, child]) => examplesIn(child, `${pointer}/${escapeName(name)}`));
  return [...own, ...below];
}

function escapeName(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Those of a document's examples that their own schema rejects. */
function invalidExamples(document: object): Example[] {
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv).addSchema({ ...document, $id: "contract" });
  return examplesIn(document).filter(({ schema, value }) => !ajv.validate({ $ref: `contract${schema}` }, value));
}

for (const { name, document } of loadContracts()) {
  t.test(`every example in the schemas of ${name} is valid`, async (t) => {
    t.ok(examplesIn(document).length > 20);
    t.same(invalidExamples(document), []);
  });
}

t.test("an invalid example is found, also in a property and next to a reference", async (t) => {
  const schemas = {
    Name: { type: "string", examples: ["Rex", 1] },
    Dog: {
      properties: {
        born: { type: "string", format: "date", examples: ["2026-11-22", "2026-02-30"] },
        name: { $ref: "#/components/schemas/Name", examples: [true] },
        examples: { type: "boolean", examples: [null] },
      },
    },
  };
  t.same(invalidExamples({ components: { schemas } }), [
    { schema: "#/components/schemas/Name", value: 1 },
    { schema: "#/components/schemas/Dog/properties/born", value: "2026-02-30" },
    { schema: "#/components/schemas/Dog/properties/name", value: true },
    { schema: "#/components/schemas/Dog/properties/examples", value: null },
  ]);
});
