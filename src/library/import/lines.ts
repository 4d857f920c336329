import type { Found } from "./bookmark/bookmark.ts";
import { lineGroups } from "./bookmark/text-lines.ts";

/** Delimiters of tables where they may be part of a link: in its query and fragment, in numbers and parameters. */
const IN_LINK = /[?#]\S*|,(?=-?\d)|;(?=[\w.-]+=)/g;

/** A link and its title as OneTab exports them. */
const WITH_TITLE = /^(\S+)\s+\|\s*(.*)$/s;

/**
 * Reads a plain list: one link per line, which may have ` | ` and a title after it. Reports other lines: also those with
 * a delimiter of tables, or with white space.
 */
export async function* readLines(text: AsyncIterable<string>): AsyncIterable<Found> {
  let line = 0;
  for await (const group of lineGroups(text)) {
    for (const untrimmed of group) {
      line++;
      const trimmed = untrimmed.trim();
      if (trimmed !== "") yield toFound(trimmed, line);
    }
  }
}

function toFound(text: string, line: number): Found {
  const [, link = text, title] = WITH_TITLE.exec(text) ?? [];
  const isTableRow = title === undefined && hasDelimiter(link);
  // A link with spaces would be valid, but here they separate it from other text.
  if (/^https?:/i.test(link) && (isTableRow || /\s/.test(link))) return { kind: "unreadable", line, text };
  return { kind: "bookmark", line, link, title };
}

/** Whether a text has a delimiter of tables that is not part of a link. */
export function hasDelimiter(text: string): boolean {
  return /[,;\t]/.test(text.replace(IN_LINK, ""));
}

/** Whether a text is a link to a page, without white space. */
export function isWebLink(text: string): boolean {
  return /^\s*https?:\/\/\S+\s*$/i.test(text);
}
