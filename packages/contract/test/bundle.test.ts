import t from "tap";
import { bundle } from "../tools/source/bundle.ts";

/** Bundles a contract with parts that it names `../parts.yaml`. */
function bundled(contract: string, parts: string): string {
  return bundle({ path: "api/pets.yaml", text: contract }, { path: "parts.yaml", text: parts }, "../parts.yaml");
}

t.test("a part keeps its comments and empty lines, and ends before the next one", async (t) => {
  const parts =
    "components:\n  headers:\n    Age:\n      # In years.\n      description: |\n        The\n\n        age.\n    Vary:\n      description: x\n  schemas:\n    Age:\n      type: integer\n";
  const reference = (section: string) => `    Age:\n      $ref: "../parts.yaml#/components/${section}/Age"\n`;
  t.equal(
    bundled(`components:\n  headers:\n${reference("headers")}  schemas:\n${reference("schemas")}`, parts),
    "components:\n  headers:\n    Age:\n      # In years.\n      description: |\n        The\n\n        age.\n  schemas:\n    Age:\n      type: integer\n",
  );
});

t.test("a reference may be quoted in any way", async (t) => {
  const parts = "components:\n  headers:\n    Age:\n      description: x\n";
  for (const quote of ["", "'", '"']) {
    const reference = `      $ref: ${quote}../parts.yaml#/components/headers/Age${quote}\n`;
    t.equal(bundled(reference, parts), "      description: x\n");
  }
});

t.test(
  "a reference to a missing part, or from elsewhere than a component, is an error that names the file",
  async (t) => {
    const parts = "components:\n  headers:\n    Age:\n      description: x\n";
    for (const path of ["headers/Vary", "schemas/Age"])
      t.throws(() => bundled(`      $ref: "../parts.yaml#/components/${path}"\n`, parts), {
        message: `api/pets.yaml: parts.yaml has no components/${path}.`,
      });
    t.throws(() => bundled(`          $ref: "../parts.yaml#/components/headers/Age"\n`, parts), {
      message: /^api\/pets\.yaml: Only a component, .* not this one: \$ref: "\.\.\/parts\.yaml#/,
    });
  },
);
