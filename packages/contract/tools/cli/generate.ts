import { stderr, stdout } from "node:process";
import { loadConfig } from "../config.ts";
import { staleFiles, writeFiles } from "../generate/files.ts";
import { assertTypeScript } from "../generate/typescript.ts";
import { loadContracts } from "../source/contracts.ts";
import { type Command, parse } from "./command.ts";

const HELP = `Writes files from every contract, to the folder "output" of the configuration:

  <name>.ts                  types for handlers, and the security schemes and scopes of each operation
  <name>.json                the contract as JSON, with the parts of the common file; the server loads it
  <name>.openapi.yaml        the contract with the parts of the common file that it uses
  <name>.openapi-3.1.json    the contract for tools that fail on what OpenAPI allows
  <name>.openapi-3.0.json    the same as OpenAPI 3.0
  <name>.openapi-3.2.json    the contract as OpenAPI 3.2

The first two by default; "documents" of the configuration says which: types, json, yaml, 3.2, 3.1,
3.0.

Usage: contract generate
       contract generate --check    writes nothing; exits with 1 when a file differs from what would be written

A contract without x-outside-operations, the responses to requests that match no operation, has these: 400, 404, 405,
408, 413, 414, 429, 431, 500 and 503, with any JSON as the body and the header fields that the server sends itself.
`;

/** Writes or checks the generated files. */
export const command: Command = {
  help: HELP,
  async run(args) {
    const { values } = parse(args, { options: { check: "boolean" } });
    const config = loadConfig(values.config);
    assertTypeScript(import.meta.url);
    // With another version of TypeScript, loading openapi-typescript throws.
    const { generateDocuments } = await import("../generate/documents.ts");
    const files = await generateDocuments(config, loadContracts(config));
    if (values.check !== true) {
      await writeFiles(config.folder, files);
      stdout.write(files.map(([path]) => `${path}\n`).join(""));
      return 0;
    }
    const stale = await staleFiles(config.folder, files);
    if (stale.length === 0) return 0;
    stderr.write(`Out of date: ${stale.join(", ")}. Run contract generate.\n`);
    return 1;
  },
};
