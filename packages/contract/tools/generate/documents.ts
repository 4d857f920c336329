import { posix } from "node:path";
import type { Config, DocumentKind } from "../config.ts";
import { messageOf, ToolFailure } from "../failure.ts";
import type { SourceContract } from "../source/contracts.ts";
import { toCompatible, toNarrow } from "./compatibility.ts";
import { toOpenApi30 } from "./openapi-3-0.ts";
import { toOpenApi32 } from "./openapi-3-2.ts";
import { printTypes } from "./types.ts";

/** Generated files: the path of each, from the folder of the configuration, and its text. */
export type Files = readonly (readonly [path: string, text: string])[];

interface Kind {
  /** What follows the name of the contract in the name of the file. */
  readonly suffix: string;
  readonly print: (contract: SourceContract, head: string) => string | Promise<string>;
}

const KINDS: Readonly<Record<DocumentKind, Kind>> = {
  yaml: { suffix: ".openapi.yaml", print: ({ yaml }, head) => `# ${head}\n${yaml}` },
  json: { suffix: ".json", print: ({ document }) => toJson(document) },
  types: {
    suffix: ".ts",
    print: async ({ document, operations }, head) => `// ${head}\n\n${await printTypes(document, operations)}`,
  },
  "3.2": { suffix: ".openapi-3.2.json", print: ({ document }) => toJson(toOpenApi32(document)) },
  "3.1": { suffix: ".openapi-3.1.json", print: ({ document }) => toJson(toCompatible(toNarrow(document))) },
  "3.0": { suffix: ".openapi-3.0.json", print: (contract) => toJson(toCompatible(in30(contract))) },
};

/** The files that the configuration asks for, of all its contracts. Throws a `ToolFailure` that names the contract. */
export async function generateDocuments(config: Config, contracts: readonly SourceContract[]): Promise<Files> {
  const files = contracts.flatMap((contract) => {
    const head = headOf(config, contract);
    return config.documents.map(async (kind) => {
      const { suffix, print } = KINDS[kind];
      return [posix.join(config.output, contract.name + suffix), await print(contract, head)] as const;
    });
  });
  return withoutSources(config, await Promise.all(files));
}

/** Throws a `ToolFailure` if a generated file would replace a file that is written by hand. */
function withoutSources({ file, contracts, common, output }: Config, files: Files): Files {
  const sources = [...contracts.map(({ path }) => path), ...(common === undefined ? [] : [common])];
  const names = sources.map((path) => posix.normalize(path));
  const [replaced] = files.find(([path]) => names.includes(path)) ?? [];
  if (replaced === undefined) return files;
  throw new ToolFailure(`${file}: ${replaced} would be replaced. Choose another folder than ${output} for "output".`);
}

/** The first line of a generated file that can have one. */
function headOf({ common }: Config, { path }: SourceContract): string {
  const sources = common === undefined ? path : `${path} and ${common}`;
  return `Written by contract generate from ${sources}. Do not edit.`;
}

function in30({ path, document }: SourceContract): object {
  try {
    return toOpenApi30(toNarrow(document));
  } catch (error) {
    throw new ToolFailure(`${path}: ${messageOf(error)}`);
  }
}

function toJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
