import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Contract, Document } from "../../src/contract.ts";
import { toContract } from "../../src/load.ts";
import { isRecord } from "../../src/record.ts";
import { resolveReferences } from "../../src/references.ts";
import { UnsupportedContract } from "../../src/unsupported.ts";
import type { Config } from "../config.ts";
import { messageOf, ToolFailure } from "../failure.ts";
import { bundle, type SourceText } from "./bundle.ts";
import { problemsIn } from "./problems.ts";
import { parseYaml } from "./yaml.ts";

/** A contract as it is written. */
export interface SourceContract extends Contract {
  /** The path of its file from the folder of the configuration. */
  readonly path: string;
  /** The text of its file, with the parts of the common file. */
  readonly yaml: string;
}

/** Returns the text of a file by its path from the folder of the configuration; undefined if it does not exist. */
export type ReadText = (path: string) => string | undefined;

/**
 * Loads the contracts of a project, with the parts of the common file that they use. Throws a `ToolFailure` that names
 * the file of the first one that can't be read, and all that is wrong with it.
 */
export function loadContracts(config: Config, read: ReadText = readIn(config.folder)): SourceContract[] {
  return config.contracts.map(({ name, path }) => {
    const text = read(path);
    if (text === undefined) throw new ToolFailure(`${path} does not exist. ${config.file} lists it in "contracts".`);
    return parseContract(name, withCommon({ path, text }, config.common, read), path);
  });
}

/** Parses the text of a contract; `path` is its file, for messages. Throws a `ToolFailure` that says what is wrong. */
export function parseContract(name: string, yaml: string, path = `${name}.yaml`): SourceContract {
  const document = parseYaml(path, yaml);
  if (!isRecord(document)) throw new ToolFailure(`${path} is not an OpenAPI document, which is a mapping.`);
  assertNone(path, problemsIn(resolved(path, document)));
  const components = isRecord(document.components) ? document.components : {};
  const complete: unknown = { ...document, components: { ...components, schemas: components.schemas ?? {} } };
  try {
    // A cast, because the linter checks that the file is valid OpenAPI with the extensions of `Document`.
    return { ...toContract(name, complete as Document), path, yaml };
  } catch (error) {
    if (error instanceof UnsupportedContract) assertNone(path, error.problems);
    throw error;
  }
}

function assertNone(path: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new ToolFailure(problems.map((problem) => `${path}: ${problem}`).join("\n"));
}

function resolved(path: string, document: object): Readonly<Record<string, unknown>> {
  try {
    return { ...resolveReferences(document) };
  } catch (error) {
    throw new ToolFailure(
      `${path}: ${messageOf(error)} References to other files than "common" are not supported: bundle the file first.`,
    );
  }
}

function withCommon(contract: SourceText, common: string | undefined, read: ReadText): string {
  if (common === undefined) return contract.text;
  const reference = relative(dirname(contract.path), common);
  if (!contract.text.includes(`${reference}#`)) return contract.text;
  const text = read(common);
  if (text === undefined) throw new ToolFailure(`${common} does not exist. ${contract.path} refers to it.`);
  return bundle(contract, { path: common, text }, reference);
}

/** Reads files below a folder. */
export function readIn(folder: string): ReadText {
  return (path) => {
    try {
      return readFileSync(join(folder, path), "utf8");
    } catch (error) {
      if (isRecord(error) && error.code === "ENOENT") return undefined;
      throw new ToolFailure(`${path}: ${messageOf(error)}`);
    }
  };
}
