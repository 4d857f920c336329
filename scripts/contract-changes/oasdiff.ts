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
 * The first bounds of a number. oasdiff calls them breaking, also where the released contract took no numbers at all,
 * so that they reject nothing that it took.
 */
const NEW_BOUNDS = ["request-property-min-set", "request-property-max-set"];
const NUMBER = /integer|number/;

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
    const newNumbers = new Set(entries.filter(isNewNumber).map(propertyOf));
    const isHarmless = (entry: Entry) =>
      HARMLESS.includes(entry.id) || (NEW_BOUNDS.includes(entry.id) && newNumbers.has(propertyOf(entry)));
    return entries
      .filter(({ id }) => !VERSION_CHECKS.includes(id))
      .map((entry) => toChange(isHarmless(entry) ? { ...entry, level: 1 } : entry));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether a property of a request, which was no number before, may be one now, besides what it was. */
function isNewNumber({ id, text }: Entry): boolean {
  const [before = "", after = ""] = text.split(" was widened from ").at(-1)?.split(" to ") ?? [];
  return id === "request-property-type-generalized" && !NUMBER.test(before) && NUMBER.test(after);
}

/** An operation and the name of the property of its request that the entry is about. */
function propertyOf({ operation, path, text }: Entry): string {
  return `${operation} ${path} ${text.match(/`[^`]+`/)?.[0]}`;
}

function toChange({ id, text, level, operation, path, section }: Entry): Change {
  const isBreaking = level === 3 || BREAKING.includes(id);
  return {
    severity: isBreaking ? "breaking" : level === 2 ? "may break" : "harmless",
    place: operation === undefined ? section : `${operation} ${path}`,
    text,
  };
}
