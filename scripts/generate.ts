import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { ToolFailure } from "#contract/tools/failure";
import { type Files, generateDocuments } from "#contract/tools/generate/documents";
import { staleFiles, writeFiles } from "#contract/tools/generate/files";
import { typesOf } from "#contract/tools/generate/types";
import type { SourceContract } from "#contract/tools/source/contracts";
import { CONFIG, loadContracts } from "../harness/contracts.ts";
import { printMarkdown } from "./generate/contract-markdown.ts";
import { releaseFiles } from "./generate/contract-releases.ts";
import { declarationsOf } from "./generate/declarations.ts";
import { printCommandLine, printSettings } from "./generate/documents.ts";
import { printLlmsText } from "./generate/llms-txt.ts";
import { pageScripts } from "./generate/page-scripts.ts";
import { proofPage } from "./generate/proof-page.ts";
import { printRaindropPage } from "./generate/raindrop-page.ts";
import { writeMethods } from "./generate/sdk-methods.ts";
import { printQueryKeys } from "./generate/sdk-query-keys.ts";
import { type ContractNames, printNamedTypes, printNames } from "./generate/sdk-types.ts";

const HELP = `Generates files, most of them from the contracts that contract.config.json lists:

  generated/                                what contract generate writes: types and documents of each contract
  generated/releases/<name>/                the changelog of a contract, and a document of each released version, made
                                            of openapi/released/; needs Go 1.26 or newer after a release, for oasdiff
  generated/<name>.md, llms.txt             the contracts in Markdown for agents, and a list of texts for them
  generated/<name>.arazzo.yaml, .json       the workflows in openapi/workflows/, which the server publishes
  generated/sdk/, generated/tap/            declarations of the packages at /sdk/triptych-sdk.tgz and triptych-tap.tgz
  generated/scripts/                        the scripts of pages, made from src/pages/assets/
  generated/proof.html                      the page /docs/proof: what npm run proof requires of the tests
  packages/sdk/src/generated/<name>.ts      types for clients, of contracts that have one, packages/sdk/src/<name>.ts
  packages/sdk/src/generated/names.ts       exports these types by name
  packages/sdk/src/generated/query-keys.ts  cache keys of the methods that read
  packages/sdk/README.md                    the lists of methods, between two comments
  docs/raindrop.md                          the collections contract, compared with Raindrop.io's API
  docs/settings.md                          the settings in src/settings/settings.ts
  docs/cli.md                               the commands in src/cli/, with their help

Usage: npm run generate
       npm run generate:check    writes nothing; exits with 1 when a file differs from what would be generated
`;

const ROOT = new URL("../", import.meta.url);

/** Folders that contain generated files only. */
const FOLDERS = ["generated/", "packages/sdk/src/generated/"];

const WORKFLOWS = "openapi/workflows/";

/** A file that is generated in part. */
const README = "packages/sdk/README.md";

const RAINDROP_PAGE = "docs/raindrop.md";

const SETTINGS_PAGE = "docs/settings.md";

const COMMAND_LINE_PAGE = "docs/cli.md";

try {
  if (argv.includes("--help")) stdout.write(HELP);
  else if (argv.includes("--check")) await check();
  else await generate();
} catch (error) {
  // Its message says what to write. Other errors are faults of this script.
  if (!(error instanceof ToolFailure)) throw error;
  stderr.write(`${error.message}\n`);
  exit(1);
}

async function generate(): Promise<void> {
  const files = await generateAll();
  for (const path of await leftovers(files)) await rm(new URL(path, ROOT));
  await writeFiles(fileURLToPath(ROOT), files);
  stdout.write(files.map(([path]) => `${path}\n`).join(""));
}

async function check(): Promise<void> {
  const files = await generateAll();
  const stale = [...(await staleFiles(fileURLToPath(ROOT), files)), ...(await leftovers(files))];
  if (stale.length === 0) return;
  stderr.write(`Out of date: ${stale.join(", ")}. Run npm run generate.\n`);
  exit(1);
}

/** The paths of files that were generated before and no longer are, such as those of a removed contract. */
async function leftovers(files: Files): Promise<string[]> {
  const generated = new Set(files.map(([path]) => path));
  const existing = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(new URL(folder, ROOT), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      return files.map((file) => relative(fileURLToPath(ROOT), file).replaceAll(sep, "/")).sort();
    }),
  );
  return existing
    .flat()
    .sort()
    .filter((path) => !generated.has(path));
}

async function generateAll(): Promise<Files> {
  const contracts = loadContracts();
  const files = await Promise.all([
    generateDocuments(CONFIG, contracts),
    generateClientFiles(contracts),
    generatePages(),
    releaseFiles(CONFIG, ROOT),
    generateWorkflows(contracts),
    pageScripts(ROOT),
  ]);
  return [
    ...files.flat(),
    ...generateDeclarations(files.flat()),
    ["generated/proof.html", proofPage(contracts, CONFIG.proof.exceptions)],
  ];
}

/** The files of the SDK, for the contracts that have a client, `packages/sdk/src/<name>.ts`; and a page about one. */
async function generateClientFiles(all: readonly SourceContract[]): Promise<Files> {
  const contracts = all.filter(({ name }) => existsSync(new URL(`packages/sdk/src/${name}.ts`, ROOT)));
  const files: [path: string, text: string][] = [];
  const named: ContractNames[] = [];
  for (const { name, document } of contracts) {
    const { text, names } = printNamedTypes(await typesOf(document, { defaultNonNullable: false }));
    files.push([`packages/sdk/src/generated/${name}.ts`, headOf(name) + text]);
    named.push({ contract: name, names });
  }
  return [
    ...files,
    ["packages/sdk/src/generated/names.ts", headOf("*") + printNames(named)],
    ["packages/sdk/src/generated/query-keys.ts", headOf("*") + printQueryKeys(contracts)],
    [README, contracts.reduce(writeMethods, await read(README))],
    ...all.map((contract) => [`generated/${contract.name}.md`, printMarkdown(contract)] as const),
    ...contracts
      .filter(({ name }) => name === "collections")
      .map((contract) => [RAINDROP_PAGE, printRaindropPage(contract)] as const),
  ];
}

/** Copies of the workflows, because the server has no other files than those in generated/; and /llms.txt. */
async function generateWorkflows(contracts: readonly SourceContract[]): Promise<Files> {
  const names = (await readdir(new URL(WORKFLOWS, ROOT))).filter((name) => name.endsWith(".arazzo.yaml")).sort();
  const workflows = await Promise.all(
    names.map(async (file) => {
      const yaml = await read(WORKFLOWS + file);
      const document = load(yaml) as { readonly info: { readonly summary: string } };
      return { file, yaml, document, name: file.replace(".arazzo.yaml", ""), summary: document.info.summary };
    }),
  );
  return [
    ...workflows.flatMap(({ file, yaml, document }) => [
      [`generated/${file}`, `# Written by npm run generate from ${WORKFLOWS}${file}. Do not edit.\n${yaml}`] as const,
      [`generated/${file.replace(/yaml$/, "json")}`, `${JSON.stringify(document, null, 2)}\n`] as const,
    ]),
    ["generated/llms.txt", printLlmsText(contracts, workflows)],
  ];
}

/** The declarations of the packages that the server serves, which are compiled without TypeScript. */
function generateDeclarations(files: Files): Files {
  const root = fileURLToPath(ROOT);
  const sdk = { config: "packages/sdk/tsconfig.json", from: "packages/sdk/src", to: "generated/sdk/" };
  const tap = { config: "tsconfig.json", from: "src/testing", to: "generated/tap/" };
  // The other generated modules have only types: they are their own declarations.
  const isOther = ([path]: Files[number]) => /\/generated\/(?!query-keys)/.test(path);
  return [
    ...declarationsOf(root, files, { ...sdk, modules: ["packages/sdk/src/triptych.ts"] }).filter(
      (file) => !isOther(file),
    ),
    ...declarationsOf(root, files, { ...tap, modules: ["src/testing/tap.ts"] }),
  ];
}

async function generatePages(): Promise<Files> {
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
