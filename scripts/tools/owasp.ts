import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installPackages, linkPackages, runPackage, versionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";

const RULESET = "@stoplight/spectral-owasp-ruleset";

/** Rules that are off, each with the reason. */
const RULES = {
  // For servers of one organisation. Anyone can run this server, and the only one that is listed is an example.
  "owasp:api9:2023-inventory-access": "off",
  "owasp:api9:2023-inventory-environment": "off",
  // The address is that of the server that serves the file, here on this machine; a proxy in front of it speaks https.
  "owasp:api8:2023-no-server-http": "off",
  // Which origins may read responses is a setting of the server (`CORS_ORIGINS`), not a part of the contracts.
  "owasp:api8:2023-define-cors-origin": "off",
  // The catalogue limits registrations only. Other requests are bounded by what they use at a time, with a 503.
  "owasp:api4:2023-rate-limit": "off",
  // These find the fields of responses, and header fields, which the server limits as a whole. Fields of requests have
  // limits, but for times and enumerations.
  "owasp:api4:2023-string-limit": "off",
  "owasp:api4:2023-array-limit": "off",
  "owasp:api4:2023-integer-limit": "off",
  "owasp:api4:2023-integer-limit-legacy": "off",
  // Enumerations, for which code generators take a format amiss.
  "owasp:api4:2023-integer-format": "off",
  // The APIs have had numeric ids from the beginning. A caller without access to an object gets a 404 for any id.
  "owasp:api1:2023-no-numeric-ids": "off",
};

/** Lints with the rules of OWASP's list for APIs. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "OWASP API Security Top 10 (Spectral)",
    version: versionOf(RULESET),
    checks: `the ruleset without errors, except ${Object.keys(RULES).length} rules that \`scripts/tools/owasp.ts\` explains`,
    async run({ file, folder }) {
      await linkPackages(folder);
      const rules = join(folder, "owasp.json");
      await writeFile(rules, JSON.stringify({ extends: [RULESET], rules: RULES }));
      await runPackage("spectral", [
        "lint",
        "--ruleset",
        rules,
        "--fail-severity",
        "error",
        "--display-only-failures",
        file,
      ]);
    },
  };
}
