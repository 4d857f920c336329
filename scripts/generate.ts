import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { argv, exit, stderr, stdout } from "node:process";
import openapiTS, { astToString } from "openapi-typescript";
import type { Contract, Operation } from "../src/http/contract/types.ts";
import { toCompatible } from "./compatibility.ts";
import { loadContracts } from "./contracts.ts";
import { toOpenApi30 } from "./openapi-3-0.ts";

const HELP = `Generates files from every contract openapi/<name>.yaml:

  generated/<name>.ts                 types for the server, and the security schemes of each operation
  generated/<name>.openapi-3.1.json   the contract as JSON, with the changes of scripts/compatibility.ts
  generated/<name>.openapi-3.0.json   the same as OpenAPI 3.0, for tools that do not support 3.1
  sdk/src/generated/<name>.ts         types for clients

Usage: npm run generate
       npm run generate:check    writes nothing; exits with 1 when a file differs from what would be generated
`;

const ROOT = new URL("../", import.meta.url);

/** Folders that contain generated files only. */
const FOLDERS = ["generated/", "sdk/src/generated/"];

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
  const paths = await existingPaths();
  const texts = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, ROOT), "utf8")] as const)),
  );
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
  const files = await Promise.all(loadContracts().map(generateFrom));
  return new Map(files.flat());
}

async function generateFrom({ name, document, operations }: Contract): Promise<[path: string, text: string][]> {
  const head = `// Written by npm run generate from openapi/${name}.yaml. Do not edit.\n\n`;
  // In handlers, a field or parameter with a default is never undefined, because the validator sets
  // it. Clients may leave it out.
  const serverTypes = await typesOf(requireDefaulted(document), { defaultNonNullable: true });
  const clientTypes = await typesOf(document, { defaultNonNullable: false });
  return [
    [`generated/${name}.ts`, head + serverTypes + securityOf(operations)],
    [`generated/${name}.openapi-3.1.json`, toJson(toCompatible(document))],
    [`generated/${name}.openapi-3.0.json`, toJson(toCompatible(toOpenApi30(document)))],
    [`sdk/src/generated/${name}.ts`, head + clientTypes],
  ];
}

function toJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function typesOf(document: object, options: { readonly defaultNonNullable: boolean }): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document), options));
}

/** Returns the document, in which every query parameter that has a default is marked as required. */
function requireDefaulted(document: object): object {
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

async function filesIn(folder: URL): Promise<string[]> {
  return (await readdir(folder)).sort();
}
