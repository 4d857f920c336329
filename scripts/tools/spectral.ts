import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installPackages, runPackage, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";

const RULES = {
  extends: ["spectral:oas"],
  rules: {
    // A server that anyone can run has no contact.
    "info-contact": "off",
    // Operations have a summary, and a description only if there is more to say.
    "operation-description": "off",
    // Spectral takes the property `$ref` of a schema for a reference: stoplightio/spectral#2531. Redocly's rule
    // spec-strict-refs checks the same in npm run lint:contracts.
    "no-$ref-siblings": "off",
    // Spectral knows scopes of OAuth only. In OpenAPI 3.1 every scheme may have role names, such as the scopes of keys;
    // Redocly's rule security-defined checks that the schemes exist.
    "oas3-operation-security-defined": "off",
  },
};

/** Lints with the rules `spectral:oas`. Warnings are failures too. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "Spectral",
    version: versionOf("@stoplight/spectral-cli"),
    checks: "`spectral:oas` without warnings, except four rules that `scripts/tools/spectral.ts` explains",
    async run({ file, folder }) {
      const rules = join(folder, "rules.json");
      await writeFile(rules, JSON.stringify(RULES));
      await runPackage("spectral", ["lint", "--ruleset", rules, "--fail-severity", "warn", file]);
    },
  };
}
