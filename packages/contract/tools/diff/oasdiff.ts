import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isRecord } from "../../src/record.ts";
import { messageOf, ToolFailure } from "../failure.ts";
import type { Change } from "./change.ts";

/** The version of oasdiff whose names of changes are known here. */
const VERSION = "1.33.0";

/** How oasdiff is called, and what a project thinks of the changes that it finds. */
export interface Oasdiff {
  /** The path or the name of the program. */
  readonly program: string;
  /** Identifiers of changes that are breaking, besides those that oasdiff and this file call so. */
  readonly breaking: readonly string[];
  /** Identifiers of changes that are harmless, whatever oasdiff calls them. */
  readonly harmless: readonly string[];
  /** Patterns of requests that match all that the pattern of any earlier version matched. */
  readonly widerPatterns: readonly string[];
}

/** Changes that oasdiff calls harmless and that break clients. */
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

/** The changes from one contract to another. Throws a `ToolFailure` when oasdiff is missing or fails. */
export async function changesBetween(oasdiff: Oasdiff, before: Side, after: Side): Promise<Change[]> {
  const entries = await compare(oasdiff.program, "changelog", before, after);
  const newBounds = new Set(entries.flatMap(newBoundsOf));
  const isHarmless = (entry: Entry) =>
    oasdiff.harmless.includes(entry.id) ||
    newBounds.has(`${entry.id} ${propertyOf(entry)}`) ||
    hasWiderPattern(entry, oasdiff.widerPatterns);
  const breaking = [...BREAKING, ...oasdiff.breaking];
  return entries.map((entry) => toChange(isHarmless(entry) ? { ...entry, level: 1 } : entry, breaking));
}

/** What oasdiff itself calls breaking, or possibly breaking, without the rules of this file and of the project. */
export async function breakingBetween(program: string, before: Side, after: Side): Promise<Change[]> {
  const entries = await compare(program, "breaking", before, after);
  return entries.map((entry) => toChange(entry, []));
}

/** The differences that a command of oasdiff reports, without those of the version. */
async function compare(
  program: string,
  command: "changelog" | "breaking",
  before: Side,
  after: Side,
): Promise<Entry[]> {
  const folder = await mkdtemp(join(tmpdir(), "contract-diff-"));
  try {
    const files = [join(folder, "before.yaml"), join(folder, "after.yaml")] as const;
    await Promise.all([writeFile(files[0], before.yaml), writeFile(files[1], after.yaml)]);
    const bases = ["--prefix-base", before.basePath, "--prefix-revision", after.basePath];
    const entries: Entry[] = JSON.parse(await run(program, [command, ...files, ...bases, "--format", "json"]));
    return entries.filter(({ id }) => !VERSION_CHECKS.includes(id));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(program: string, args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const isMissing = isRecord(error) && error.code === "ENOENT";
    throw new ToolFailure(
      isMissing
        ? `The program ${program} is missing: go install github.com/oasdiff/oasdiff@v${VERSION}, or name it with --oasdiff.`
        : messageOf(error),
    );
  }
}

function hasWiderPattern({ text }: Entry, patterns: readonly string[]): boolean {
  const isOfRequest = text.startsWith("changed the pattern of the request property");
  return isOfRequest && patterns.some((pattern) => text.endsWith(` to \`${pattern}\``));
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

function toChange({ id, text, level, operation, path, section }: Entry, breaking: readonly string[]): Change {
  const isBreaking = level === 3 || breaking.includes(id);
  return {
    id,
    severity: isBreaking ? "breaking" : level === 2 ? "may break" : "harmless",
    place: operation === undefined ? section : `${operation} ${path}`,
    text,
  };
}
