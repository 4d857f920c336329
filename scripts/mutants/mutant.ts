import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

/** A change of one expression or statement of a source file. */
export interface Mutant {
  /** Relative to the project, such as `src/library/items/position.ts`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The text of that line, without the spaces around it. */
  readonly code: string;
  /** The offset of the change in the file, in UTF-16 code units. */
  readonly offset: number;
  /** The change in one line, shortened, such as `a < b → a <= b`. */
  readonly change: string;
  /** The whole file with the change. */
  readonly changedText: string;
}

/** The longest text of each side of a change. */
const MAX_LENGTH = 45;

/** How much is shown before the place where a long text changes. */
const CONTEXT = 15;

const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };

/** Stryker's logger, without output. */
const NO_LOG = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {},
};

/** Lists every change that Stryker knows for a file of the project. */
export async function listMutants(root: string, file: string): Promise<Mutant[]> {
  const content = readFileSync(join(root, file), "utf8");
  const lines = content.split("\n");
  const { mutants } = await new Instrumenter(NO_LOG).instrument([{ name: file, mutate: true, content }], OPTIONS);
  return mutants.map(({ location: { start, end }, replacement }) => {
    const [from, to] = [offsetOf(lines, start), offsetOf(lines, end)];
    return {
      file,
      line: start.line + 1,
      code: lines[start.line]?.trim() ?? "",
      offset: from,
      change: describe(content.slice(from, to), replacement),
      changedText: content.slice(0, from) + replacement + content.slice(to),
    };
  });
}

/** The offset of a position whose line and column are counted from 0. */
function offsetOf(lines: readonly string[], { line, column }: { line: number; column: number }): number {
  return lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
}

/** Both texts in one line. Of long ones, only the part in which they begin to differ is shown. */
function describe(before: string, after: string): string {
  const [a, b] = [before.replaceAll(/\s+/g, " "), after.replaceAll(/\s+/g, " ")];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const start = Math.max(a.length, b.length) > MAX_LENGTH ? Math.max(0, same - CONTEXT) : 0;
  return `${shorten(a, start)} → ${shorten(b, start)}`;
}

function shorten(text: string, start: number): string {
  const rest = start > 0 ? `…${text.slice(start)}` : text;
  return rest.length > MAX_LENGTH ? `${rest.slice(0, MAX_LENGTH - 1)}…` : rest;
}
