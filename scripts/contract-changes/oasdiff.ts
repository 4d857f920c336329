import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { goProgram } from "../downloads.ts";
import type { Change } from "./change.ts";

/** The newest version whose dependencies are all on the Go module proxy. */
const VERSION = "1.33.0";

/** Changes that oasdiff calls harmless and docs/versioning.md calls breaking. */
const BREAKING = [
  "api-operation-id-removed",
  "optional-response-header-removed",
  "request-body-default-value-changed",
  "request-body-default-value-removed",
  "request-parameter-default-value-changed",
  "request-parameter-default-value-removed",
  "request-property-default-value-changed",
  "request-property-default-value-removed",
  "response-non-success-status-removed",
  "response-optional-property-removed",
];

/**
 * Changes that oasdiff calls breaking and docs/versioning.md does not: credentials from before a scope existed, and
 * credentials without scopes, have all scopes.
 */
const HARMLESS = ["api-security-scope-added"];

/** oasdiff's checks of `info.version`; compare.ts has its own. */
const VERSION_CHECKS = ["api-version-not-bumped", "api-major-version-not-bumped", "api-version-decreased"];

/**
 * The first bounds of a number, and of a text. oasdiff calls them breaking, also where the released contract took no
 * numbers or no texts at all, so that they reject nothing that it took.
 */
const NEW_BOUNDS = [
  { type: /integer|number/, ids: ["request-property-min-set", "request-property-max-set"] },
  { type: /(?<!<)string/, ids: ["request-property-max-length-set", "request-property-pattern-added"] },
];

/** Patterns of requests that match all that the pattern in the released contracts matched: any text, and a link in it. */
const WIDER_PATTERNS = [
  String.raw`^[^\u0000]*$`,
  String.raw`^\s*[Hh][Tt][Tt][Pp][Ss]?://[^\s\u0000][^\u0000\u000b\u000c\u2028\u2029\ufeff]*$`,
];

/** An entry of `oasdiff changelog --format json`. */
interface Entry {
  readonly id: string;
  readonly text: string;
  /** 3: error, 2: warning, 1: info. */
  readonly level: number;
  readonly operation?: string;
  readonly path?: string;
  readonly section: string;
}

/** One of the two contracts to compare. */
export interface Side {
  /** An OpenAPI document. JSON is YAML too. */
  readonly yaml: string;
  /** The prefix of each of its paths. */
  readonly basePath: string;
}

const run = promisify(execFile);

let program: Promise<string> | undefined;

/** Builds oasdiff unless it is built already. Returns the path of the program. Throws when Go is missing. */
export async function prepare(): Promise<string> {
  program ??= goProgram("github.com/oasdiff/oasdiff", VERSION);
  return program;
}

/** The changes from one contract to another. Throws when one is not an OpenAPI document. */
export async function changesBetween(before: Side, after: Side): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-contracts-"));
  try {
    const files = [join(folder, "before.yaml"), join(folder, "after.yaml")] as const;
    await Promise.all([writeFile(files[0], before.yaml), writeFile(files[1], after.yaml)]);
    const bases = ["--prefix-base", before.basePath, "--prefix-revision", after.basePath];
    const { stdout } = await run(await prepare(), ["changelog", ...files, ...bases, "--format", "json"]);
    const entries: Entry[] = JSON.parse(stdout);
    const newBounds = new Set(entries.flatMap(newBoundsOf));
    const isHarmless = (entry: Entry) =>
      HARMLESS.includes(entry.id) || newBounds.has(`${entry.id} ${propertyOf(entry)}`) || hasWiderPattern(entry);
    return entries
      .filter(({ id }) => !VERSION_CHECKS.includes(id))
      .map((entry) => toChange(isHarmless(entry) ? { ...entry, level: 1 } : entry));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function hasWiderPattern({ text }: Entry): boolean {
  const isOfRequest = text.startsWith("changed the pattern of the request property");
  return isOfRequest && WIDER_PATTERNS.some((pattern) => text.endsWith(` to \`${pattern}\``));
}

/** The bounds that are new for a property of a request which may have a type now that it did not have before. */
function newBoundsOf(entry: Entry): string[] {
  if (entry.id !== "request-property-type-generalized") return [];
  const [before = "", after = ""] = entry.text.split(" was widened from ").at(-1)?.split(" to ") ?? [];
  const added = NEW_BOUNDS.filter(({ type }) => !type.test(before) && type.test(after));
  return added.flatMap(({ ids }) => ids.map((id) => `${id} ${propertyOf(entry)}`));
}

/** An operation and the name of the property of its request that the entry is about. */
function propertyOf({ operation, path, text }: Entry): string {
  const [, name = ""] = /the `([^`]+)` request property/.exec(text) ?? /request property `([^`]+)`/.exec(text) ?? [];
  return `${operation} ${path} ${name}`;
}

function toChange({ id, text, level, operation, path, section }: Entry): Change {
  const isBreaking = level === 3 || BREAKING.includes(id);
  return {
    severity: isBreaking ? "breaking" : level === 2 ? "may break" : "harmless",
    place: operation === undefined ? section : `${operation} ${path}`,
    text,
  };
}
