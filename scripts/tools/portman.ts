import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installPackages, runPackage, versionOf } from "./npm.ts";
import { PORTMAN_FAILURES } from "./portman-failures.ts";
import { startTestServer } from "./test-mode.ts";
import type { Input, Tool } from "./tool.ts";

/** An assertion that failed: `2. [PUT]::/collection/:id - Schema is valid`. */
const FAILURE = /^\s*\d+\.\s+\[([A-Z]+)\]::(\S+) - /gm;

/** Otherwise it stops at the first failure. */
const NEWMAN_OPTIONS = '{"abortOnFailure":false}';

/** Portman, which sends the example of each operation, in the order of the document, to a server in test mode. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "Portman",
    version: versionOf("@apideck/portman"),
    checks: `sends the example of each operation to a server in test mode; with \`-n --newmanRunOptions '${NEWMAN_OPTIONS}'\``,
    failures,
    async run(input) {
      const server = await startTestServer(input);
      try {
        const environment = join(input.folder, "environment");
        const variables = ["API_KEY", "BEARER_TOKEN"].map((name) => `PORTMAN_${name}=${server.credential}\n`);
        await writeFile(environment, variables.join(""));
        const options = ["-n", "--newmanRunOptions", NEWMAN_OPTIONS, "--envFile", environment];
        const files = ["-l", input.file, "-o", join(input.folder, "collection.json")];
        const printed = await runPackage("portman", [...files, "-b", server.base, ...options], input.folder);
        const failed = [...printed.matchAll(FAILURE)].map(([, method, path]) => `${method} ${path}`);
        if (!printed.includes("Collection run completed.")) throw new Error(printed);
        assertExpected(new Set(failed), new Set(failures(input)));
      } finally {
        await server.stop();
      }
    },
  };
}

function failures({ contract }: Pick<Input, "contract">): string[] {
  return PORTMAN_FAILURES[contract].flatMap(({ operations }) => operations);
}

/** Throws when another operation failed, or when one of those that are expected to fail passed. */
function assertExpected(failed: ReadonlySet<string>, expected: ReadonlySet<string>): void {
  const unexpected = [...failed].filter((operation) => !expected.has(operation));
  const passed = [...expected].filter((operation) => !failed.has(operation));
  if (unexpected.length > 0)
    throw new Error(`These fail, and are not in portman-failures.ts: ${unexpected.join(", ")}`);
  if (passed.length > 0) throw new Error(`These pass. Remove them from portman-failures.ts: ${passed.join(", ")}`);
}
