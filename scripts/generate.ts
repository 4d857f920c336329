import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { argv, exit, stderr, stdout } from "node:process";
import openapiTS, { astToString } from "openapi-typescript";
import type { Document, Operation } from "#contract/contract";
import { toCompatible, toNarrow } from "./compatibility.ts";
import { loadContracts, type SourceContract } from "./contracts.ts";
import { printCommandLine } from "./documents/command-line.ts";
import { printSettings } from "./documents/settings.ts";
import { withInheritedTexts } from "./inherited-texts.ts";
import { toOpenApi30 } from "./openapi-3-0.ts";
import { proofPage } from "./proof/page.ts";
import { printRaindropPage } from "./raindrop/page.ts";
import { writeMethods } from "./sdk/methods.ts";
import { type ContractNames, printNames } from "./sdk/names.ts";
import { printQueryKeys } from "./sdk/query-keys.ts";
import { printNamedTypes } from "./sdk/types.ts";

const HELP = `Generates files, most of them from every contract openapi/<name>.yaml:

  generated/<name>.openapi.yaml       the contract with the parts of openapi/common.yaml that it uses
  generated/<name>.json               the same as JSON; the server loads it
  generated/<name>.ts                 types for the server, and the security schemes and scopes of each operation
  generated/<name>.openapi-3.1.json   the contract as JSON, with the changes of scripts/compatibility.ts
  generated/<name>.openapi-3.0.json   the same as OpenAPI 3.0, for tools that do not support 3.1
  generated/proof.html                the page /docs/proof: what npm run proof requires of the tests
  sdk/src/generated/<name>.ts         types for clients
  sdk/src/generated/names.ts          exports these types by name
  sdk/src/generated/query-keys.ts     cache keys of the methods that read
  sdk/README.md                       the lists of methods, between two comments
  docs/raindrop.md                    the collections contract, compared with Raindrop.io's API
  docs/settings.md                    the settings in src/settings/settings.ts
  docs/cli.md                         the commands in src/cli/, with their help

Usage: npm run generate
       npm run generate:check    writes nothing; exits with 1 when a file differs from what would be generated
`;

const ROOT = new URL("../", import.meta.url);

/** Folders that contain generated files only. */
const FOLDERS = ["generated/", "sdk/src/generated/"];

/** A file that is generated in part. */
const README = "sdk/README.md";

const RAINDROP_PAGE = "docs/raindrop.md";

const SETTINGS_PAGE = "docs/settings.md";

const COMMAND_LINE_PAGE = "docs/cli.md";

/** Generated files: the path and the text of each. */
type Files = readonly (readonly [path: string, text: string])[];

if (argv.includes("--help")) stdout.write(HELP);
else if (argv.includes("--check")) await check();
else await generate();

async function generate(): Promise<void> {
  const generated = await generateAll();
  for (const folder of FOLDERS) await mkdir(new URL(folder, ROOT), { recursive: true });
  for (const path of await existingPaths()) if (!generated.has(path)) await rm(new URL(path, ROOT));
  for (const [path, text] of generated) {
    await writeFile(new URL(path, ROOT), text);
    stdout.write(`${path}\n`);
  }
}

async function check(): Promise<void> {
  const generated = await generateAll();
  const paths = [...(await existingPaths()), README, RAINDROP_PAGE, SETTINGS_PAGE, COMMAND_LINE_PAGE];
  const texts = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
  const stale = [...new Set([...generated.keys(), ...paths])].filter((path) => generated.get(path) !== texts.get(path));
  if (stale.length === 0) return;
  stderr.write(`Out of date: ${stale.join(", ")}. Run npm run generate.\n`);
  exit(1);
}

/** The paths of the existing generated files. */
async function existingPaths(): Promise<string[]> {
  const files = await Promise.all(
    FOLDERS.map(async (folder) => (await filesIn(new URL(folder, ROOT))).map((name) => folder + name)),
  );
  return files.flat();
}

/** The contents of all generated files by path. */
async function generateAll(): Promise<Map<string, string>> {
  const contracts = loadContracts();
  const files = await Promise.all([
    ...contracts.map(generateServerFiles),
    generateClientFiles(contracts),
    generateDocuments(),
  ]);
  return new Map([...files.flat(), ["generated/proof.html", proofPage(contracts)]]);
}

async function generateServerFiles({ name, yaml, document, operations }: SourceContract): Promise<Files> {
  // In handlers, a field or parameter with a default is never undefined, because the validator sets
  // it. Clients may leave it out.
  const described = withInheritedTexts(requireDefaulted(document));
  const types = astToString(await typesOf(described, { defaultNonNullable: true }));
  return [
    [
      `generated/${name}.openapi.yaml`,
      `# Written by npm run generate from openapi/${name}.yaml and common.yaml. Do not edit.\n${yaml}`,
    ],
    [`generated/${name}.json`, toJson(document)],
    [`generated/${name}.ts`, headOf(name) + types + securityOf(operations) + scopesOf(operations)],
    [`generated/${name}.openapi-3.1.json`, toJson(toCompatible(toNarrow(document)))],
    [`generated/${name}.openapi-3.0.json`, toJson(toCompatible(toOpenApi30(toNarrow(document))))],
  ];
}

async function generateClientFiles(contracts: readonly SourceContract[]): Promise<Files> {
  const files: [path: string, text: string][] = [];
  const named: ContractNames[] = [];
  for (const { name, document } of contracts) {
    const { text, names } = printNamedTypes(await typesOf(withInheritedTexts(document), { defaultNonNullable: false }));
    files.push([`sdk/src/generated/${name}.ts`, headOf(name) + text]);
    named.push({ contract: name, names });
  }
  return [
    ...files,
    ["sdk/src/generated/names.ts", headOf("*") + printNames(named)],
    ["sdk/src/generated/query-keys.ts", headOf("*") + printQueryKeys(contracts)],
    [README, contracts.reduce(writeMethods, await read(README))],
    ...contracts
      .filter(({ name }) => name === "collections")
      .map((contract) => [RAINDROP_PAGE, printRaindropPage(contract)] as const),
  ];
}

async function generateDocuments(): Promise<Files> {
  return [
    [SETTINGS_PAGE, printSettings()],
    [COMMAND_LINE_PAGE, await printCommandLine()],
  ];
}

/** The first lines of a TypeScript file that is generated from a contract; `*` stands for all contracts. */
function headOf(contract: string): string {
  return `// Written by npm run generate from openapi/${contract}.yaml. Do not edit.\n\n`;
}

function read(path: string): Promise<string> {
  return readFile(new URL(path, ROOT), "utf8");
}

function toJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function typesOf(document: object, options: { readonly defaultNonNullable: boolean }) {
  return openapiTS(JSON.stringify(document), options);
}

/** Returns the document, in which every query parameter that has a default is marked as required. */
function requireDefaulted(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_name, value) => {
    const isDefaulted = value?.in === "query" && value.schema?.default !== undefined;
    return isDefaulted ? { ...value, required: true } : value;
  });
}

/** An interface with the security schemes of each operation; null stands for requests without a credential. */
function securityOf(operations: readonly Operation[]): string {
  const lines = operations.map(({ id, schemes, anonymous }) => {
    const credentials = [...schemes.map((scheme) => JSON.stringify(scheme)), ...(anonymous ? ["null"] : [])];
    return `    ${id}: ${credentials.join(" | ")};\n`;
  });
  return `/** The security schemes of each operation; null stands for requests without a credential. */\nexport interface security {\n${lines.join("")}}\n`;
}

/** An interface with the scopes that each operation needs, if it needs any. */
function scopesOf(operations: readonly Operation[]): string {
  const lines = operations
    .filter(({ scopes }) => scopes.length > 0)
    .map(({ id, scopes }) => `    ${id}: ${scopes.map((scope) => JSON.stringify(scope)).join(" | ")};\n`);
  if (lines.length === 0) return "";
  return `/** The scopes that an API key with scopes needs for each operation. */\nexport interface scopes {\n${lines.join("")}}\n`;
}

async function filesIn(folder: URL): Promise<string[]> {
  return (await readdir(folder)).sort();
}
