import { join } from "node:path";
import { env } from "node:process";
import { ROOT } from "../../harness/server-process.ts";
import { execute } from "../shared/execute.ts";
import { projectVersionOf } from "./npm.ts";
import type { Tool } from "./tool.ts";

/**
 * In 3.0, the condition that one field requires another one is a `not` with `required` (packages/contract/tools/generate/openapi-3-0.ts), in
 * which this rule misses the fields' schemas.
 */
const SKIPPED_RULE = "no-required-schema-properties-undefined";

/** Lints with the rules `recommended-strict`. `npm run lint:contracts` has more rules, for the YAML. */
export async function open(): Promise<Tool> {
  return {
    name: "Redocly",
    version: projectVersionOf("@redocly/cli"),
    checks: `\`recommended-strict\` without problems, except \`${SKIPPED_RULE}\``,
    async run({ file, folder }) {
      const args = ["lint", "--extends", "recommended-strict", "--skip-rule", SKIPPED_RULE, file];
      const options = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
      // A folder without a configuration file.
      await execute(join(ROOT, "node_modules/.bin/redocly"), args, { cwd: folder, env: { ...env, ...options } });
    },
  };
}
