import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { argv, exit, stderr, stdout } from "node:process";
import openapiTS, { astToString } from "openapi-typescript";
import { loadContract } from "../src/http/contract/load.ts";
import type { Contract, Operation } from "../src/http/contract/types.ts";
import { toOpenApi30 } from "./openapi-3-0.ts";

const HELP = `Writes what is made of every contract openapi/<name>.yaml:

  generated/<name>.ts                 its types for the server, and who may call each operation
  generated/<name>.openapi-3.0.json   the contract as OpenAPI 3.0, for tools that know no 3.1
  sdk/src/generated/<name>.ts         its types for a client

Usage: npm run generate
       npm run generate:check    writes nothing; ends with 1 when a file is not what the contract says
`;

const ROOT = new URL("../", import.meta.url);
const CONTRACTS = new URL("openapi/", ROOT);

/** They hold nothing but what is made here. */
const FOLDERS = ["generated/", "sdk/src/generated/"];

if (argv.includes("--help")) stdout.write(HELP);
else if (argv.includes("--check")) await check();
else await generate();

async function generate(): Promise<void> {
  const wanted = await generateAll();
  for (const folder of FOLDERS) await mkdir(new URL(folder, ROOT), { recursive: true });
  for (const path of await present()) if (!wanted.has(path)) await rm(new URL(path, ROOT));
  for (const [path, text] of wanted) {
    await writeFile(new URL(path, ROOT), text);
    stdout.write(`${path}\n`);
  }
}

async function check(): Promise<void> {
  const wanted = await generateAll();
  const paths = await present();
  const texts = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, ROOT), "utf8")] as const)),
  );
  const stale = [...new Set([...wanted.keys(), ...paths])].filter((path) => wanted.get(path) !== texts.get(path));
  if (stale.length === 0) return;
  stderr.write(`Not what the contracts say: ${stale.join(", ")}. Run npm run generate.\n`);
  exit(1);
}

/** The paths of the files that are there. */
async function present(): Promise<string[]> {
  const files = await Promise.all(
    FOLDERS.map(async (folder) => (await filesIn(new URL(folder, ROOT))).map((name) => folder + name)),
  );
  return files.flat();
}

/** Every generated file by its path. */
async function generateAll(): Promise<Map<string, string>> {
  const names = (await filesIn(CONTRACTS)).filter((name) => name.endsWith(".yaml"));
  const files = await Promise.all(names.map((name) => generateFrom(loadContract(new URL(name, CONTRACTS)))));
  return new Map(files.flat());
}

async function generateFrom({ name, document, operations }: Contract): Promise<[path: string, text: string][]> {
  const head = `// Written by npm run generate from openapi/${name}.yaml. Not to be edited.\n\n`;
  // To a handler a field with a default is always there, and a parameter too: the validator fills it in. A client may leave both out.
  const ofServer = await typesOf(requireDefaulted(document), { defaultNonNullable: true });
  const ofClient = await typesOf(document, { defaultNonNullable: false });
  return [
    [`generated/${name}.ts`, head + ofServer + securityOf(operations)],
    [`generated/${name}.openapi-3.0.json`, `${JSON.stringify(toOpenApi30(document), null, 2)}\n`],
    [`sdk/src/generated/${name}.ts`, head + ofClient],
  ];
}

async function typesOf(document: object, options: { readonly defaultNonNullable: boolean }): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document), options));
}

/** A contract whose parameters with a default are required. */
function requireDefaulted(document: object): object {
  return JSON.parse(JSON.stringify(document), (_name, value) => {
    const { in: place, schema } = Object(value);
    const isDefaulted = place === "query" && Object(schema).default !== undefined;
    return isDefaulted ? { ...value, required: true } : value;
  });
}

/** A map of the security schemes of each operation; null where callers without a credential are let in. */
function securityOf(operations: readonly Operation[]): string {
  const lines = operations.map(({ id, schemes, anonymous }) => {
    const callers = [...schemes.map((scheme) => JSON.stringify(scheme)), ...(anonymous ? ["null"] : [])];
    return `    ${id}: ${callers.join(" | ")};\n`;
  });
  return `/** Who may call each operation: by which security schemes, and null for callers without a credential. */\nexport interface security {\n${lines.join("")}}\n`;
}

async function filesIn(folder: URL): Promise<string[]> {
  return (await readdir(folder)).sort();
}
