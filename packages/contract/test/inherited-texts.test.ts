import t from "tap";
import { withInheritedTexts } from "../tools/generate/inherited-texts.ts";
import { parseContract } from "../tools/source/contracts.ts";

const { document } = parseContract(
  "dogs",
  `
openapi: 3.1.0
info: { title: Dogs, version: 1.0.0 }
servers: [{ url: /dogs }]
paths: {}
components:
  schemas:
    Name: { type: string, description: A name., examples: [Rex] }
    Dog:
      properties:
        name: { $ref: "#/components/schemas/Name" }
        owner: { $ref: "#/components/schemas/Name", description: The name of its owner. }
        age: { type: integer }
`,
);

t.test("a property that refers to a schema gets its description and examples, unless it has its own", async (t) => {
  const reference = { $ref: "#/components/schemas/Name", examples: ["Rex"] };
  const Dog = {
    properties: {
      name: { ...reference, description: "A name." },
      owner: { ...reference, description: "The name of its owner." },
      age: { type: "integer" },
    },
  };
  const schemas = { ...document.components.schemas, Dog };
  t.same(withInheritedTexts(document), { ...document, components: { schemas } });
});
