import { globSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, posix, resolve, sep } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import SCHEMA from "../contract.config.schema.json" with { type: "json" };
import { isRecord } from "../src/record.ts";
import { messageOf, ToolFailure } from "./failure.ts";
import type { Exception } from "./proof/exceptions.ts";

/** The name of the configuration file of a project. */
export const CONFIG_FILE = "contract.config.json";

/** What `contract generate` can write of a contract. */
export type DocumentKind = "types" | "json" | "yaml" | "3.2" | "3.1" | "3.0";

/** A contract of the configuration. */
export interface ContractFile {
  readonly name: string;
  /** From the folder of the configuration, with slashes. */
  readonly path: string;
}

/** A configuration with its defaults. Paths are from its folder. */
export interface Config {
  /** The path of the configuration file, as it was given; for messages. */
  readonly file: string;
  /** The absolute path of its folder. */
  readonly folder: string;
  /** In the order of the configuration, and those of a pattern in the order of their names. */
  readonly contracts: readonly ContractFile[];
  readonly common: string | undefined;
  readonly output: string;
  readonly documents: readonly DocumentKind[];
  readonly diff: DiffConfig;
  readonly proof: ProofConfig;
}

interface DiffConfig {
  /** The absolute path of the folder with the released contracts, `<name>/<version>.yaml`. */
  readonly released: string | undefined;
  /** Identifiers of changes, as oasdiff names them, that are breaking or harmless here. */
  readonly breaking: readonly string[];
  readonly harmless: readonly string[];
  /** Patterns of requests that match all that the pattern of any earlier version matched. */
  readonly widerPatterns: readonly string[];
}

interface ProofConfig {
  /** The folder in which tests save what they prove. */
  readonly records: string;
  /** The share of all parts that must be proved, from 0 to 100. */
  readonly threshold: number;
  readonly exceptions: readonly Exception[];
}

/** The configuration as it is written. contract.config.schema.json describes the fields. */
interface ConfigText {
  readonly contracts: readonly (string | ContractFile)[];
  readonly common?: string;
  readonly output?: string;
  readonly documents?: readonly DocumentKind[];
  readonly diff?: Partial<DiffConfig>;
  readonly proof?: Partial<ProofConfig>;
}

/**
 * Reads a configuration, from `contract.config.json` of the working directory by default. It is JSON, not code, so that
 * every program can read and check it without running anything, and it is the same in the sources and when built.
 * Throws a `ToolFailure` that says what is wrong with it.
 */
export function loadConfig(file = CONFIG_FILE): Config {
  const folder = dirname(resolve(file));
  return configOf(file, folder, parse(file), (pattern) => globSync(pattern, { cwd: folder }));
}

/** Returns the paths that a path or a pattern matches, all of them from the folder of the configuration. */
export type FindPaths = (pattern: string) => readonly string[];

/**
 * The contracts of another version of a configuration, as text; `find` finds the files of that version. Ignores its
 * other fields, which an older version of the package may have called otherwise. Throws a `ToolFailure` if it is
 * invalid.
 */
export function contractsOf({ file, folder }: Config, text: string, find: FindPaths) {
  const written = parseText(file, text);
  const { contracts, common } = isRecord(written) ? written : {};
  const used = { ...(contracts !== undefined && { contracts }), ...(common !== undefined && { common }) };
  const config = configOf(file, folder, used, find);
  return { contracts: config.contracts, common: config.common };
}

function configOf(file: string, folder: string, unchecked: unknown, find: FindPaths): Config {
  const written = check(file, unchecked);
  const common = written.common === undefined ? undefined : posix.normalize(written.common);
  const contracts = written.contracts.flatMap((contract) =>
    typeof contract === "string" ? filesOf(file, find, contract) : [{ ...contract, path: contract.path }],
  );
  return {
    file,
    folder,
    contracts: withUniqueNames(
      file,
      contracts.filter(({ path }) => posix.normalize(path) !== common),
    ),
    common,
    output: written.output ?? "generated",
    documents: written.documents ?? ["types", "json"],
    diff: { breaking: [], harmless: [], widerPatterns: [], ...written.diff, released: released(folder, written) },
    proof: { records: "proof", threshold: 100, exceptions: [], ...written.proof },
  };
}

function released(folder: string, { diff }: ConfigText): string | undefined {
  return diff?.released === undefined ? undefined : join(folder, diff.released);
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new ToolFailure(
      `${file} can't be read. "contract init <folder>" writes a project with one; its least content is ` +
        `{ "contracts": ["openapi.yaml"] }.`,
    );
  }
  return parseText(file, text);
}

function parseText(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ToolFailure(`${file} is not valid JSON: ${messageOf(error)}`);
  }
}

function check(file: string, config: unknown): ConfigText {
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile<ConfigText>(SCHEMA);
  if (validate(config)) return config;
  const problems = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const values = params.allowedValues ?? params.additionalProperty;
    return `${file}: ${instancePath || "/"} ${message}${values === undefined ? "" : `: ${values}`}`;
  });
  throw new ToolFailure(problems.join("\n"));
}

/** The contracts of a path or a pattern. */
function filesOf(file: string, find: FindPaths, pattern: string): ContractFile[] {
  const paths = find(pattern).map((path) => path.split(sep).join("/"));
  if (paths.length === 0) throw new ToolFailure(`${file}: There is no file ${join(dirname(file), pattern)}.`);
  return paths.sort().map((path) => ({ name: basename(path, extname(path)), path }));
}

function withUniqueNames(file: string, contracts: readonly ContractFile[]): readonly ContractFile[] {
  if (contracts.length === 0) throw new ToolFailure(`${file}: "contracts" has no file besides "common".`);
  for (const { name, path } of contracts) {
    const other = contracts.find((contract) => contract.name === name && contract.path !== path);
    if (other !== undefined) {
      throw new ToolFailure(`${file}: ${other.path} and ${path} are both named ${name}. Write { "name", "path" }.`);
    }
  }
  return contracts;
}
