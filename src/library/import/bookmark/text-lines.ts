import { setImmediate } from "node:timers/promises";

/** Characters that are split between two yields to the event loop. */
const PIECE_LENGTH = 16 * 1024;

/** Characters that are kept of a line: more than the largest bookmark has. */
export const MAX_LINE_LENGTH = 256 * 1024;

/** A line with the line break that ends it. The text that it is used on ends with one. */
const LINE = /[^\r\n]*(?:\r\n|\n|\r)/g;

/** The lines of a text in groups, each with its line break (CR, LF or both). Cuts very long lines. Yields to the event loop. */
export async function* lineGroups(text: AsyncIterable<string>): AsyncIterable<readonly string[]> {
  let rest = "";
  for await (const piece of piecesOf(text)) {
    const hasBreak = /[\r\n]/.test(piece) || rest.endsWith("\r");
    if (hasBreak || rest.length < MAX_LINE_LENGTH) rest += piece;
    if (hasBreak) {
      // A CR at the end may be half of a line break.
      const end = rest.endsWith("\r") ? rest.length - 1 : rest.length;
      const length = Math.max(rest.lastIndexOf("\n", end - 1), rest.lastIndexOf("\r", end - 1)) + 1;
      if (length > 0) yield linesIn(rest.slice(0, length));
      rest = rest.slice(length);
    }
    await setImmediate();
  }
  if (rest !== "") yield linesIn(rest);
}

/** The lines of a short text, each with its line break; the last one may have none. */
export function linesIn(text: string): string[] {
  const length = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
  const lines = text.slice(0, length).match(LINE) ?? [];
  return length === text.length ? lines : [...lines, text.slice(length)];
}

/** A line without its line break. */
export function withoutBreak(line: string): string {
  return line.replace(/[\r\n]+$/, "");
}

async function* piecesOf(text: AsyncIterable<string>): AsyncIterable<string> {
  for await (const part of text)
    for (let start = 0; start < part.length; start += PIECE_LENGTH) yield part.slice(start, start + PIECE_LENGTH);
}
