import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { argv, exit, stderr, stdout } from "node:process";
import { load } from "js-yaml";
import openapiTS, { astToString } from "openapi-typescript";
import { loadContract, type Operation } from "../src/http/contract.ts";

const HELP = `Writes generated/<name>.ts for every contract openapi/<name>.yaml: its types, and who may call each operation.

Usage: npm run generate
       npm run generate:check    writes nothing; ends with 1 when a file is not what the contract says
`;

const CONTRACTS = new URL("../openapi/", import.meta.url);
const GENERATED = new URL("../generated/", import.meta.url);

if (argv.includes("--help")) stdout.write(HELP);
else if (argv.includes("--check")) await check();
else await generate();

async function generate(): Promise<void> {
  const wanted = await generateAll();
  for (const name of await filesIn(GENERATED, ".ts")) if (!wanted.has(name)) await rm(new URL(name, GENERATED));
  for (const [name, text] of wanted) {
    await writeFile(new URL(name, GENERATED), text);
    stdout.write(`generated/${name}\n`);
  }
}

async function check(): Promise<void> {
  const wanted = await generateAll();
  const present = await filesIn(GENERATED, ".ts");
  const texts = new Map(
    await Promise.all(present.map(async (name) => [name, await readFile(new URL(name, GENERATED), "utf8")] as const)),
  );
  const stale = [...new Set([...wanted.keys(), ...present])].filter((name) => wanted.get(name) !== texts.get(name));
  if (stale.length === 0) return;
  stderr.write(
    `Not what the contracts say: ${stale.map((name) => `generated/${name}`).join(", ")}. Run npm run generate.\n`,
  );
  exit(1);
}

/** Every generated file by its name. */
async function generateAll(): Promise<Map<string, string>> {
  const contracts = await filesIn(CONTRACTS, ".yaml");
  return new Map(
    await Promise.all(contracts.map(async (name) => [name.replace(".yaml", ".ts"), await generateOne(name)] as const)),
  );
}

async function generateOne(name: string): Promise<string> {
  const file = new URL(name, CONTRACTS);
  const { operations, yaml } = loadContract(file);
  // A field with a default is always there, and a parameter too: the validator fills it in.
  const types = astToString(await openapiTS(requireDefaulted(yaml), { defaultNonNullable: true }));
  return `// Written by npm run generate from openapi/${name}. Not to be edited.\n\n${types}${securityOf(operations)}`;
}

/** A contract whose parameters with a default are required. */
function requireDefaulted(yaml: string) {
  return JSON.parse(JSON.stringify(load(yaml)), (_name, value) => {
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

async function filesIn(folder: URL, ending: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
}
