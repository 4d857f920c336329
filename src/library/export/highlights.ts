import type { Database } from "../../database/database.ts";
import type { Highlight } from "../items/highlight.ts";
import { matcherOf, type Wanted } from "../items/highlights.ts";
import type { Item } from "../items/item.ts";
import * as scopes from "../items/scope.ts";
import * as searches from "../search/search.ts";
import { choose } from "./choice.ts";
import { toSpreadsheetLine } from "./csv-line.ts";
import { itemBatches } from "./item-batches.ts";

/** The formats of an export of highlights. */
export const HIGHLIGHT_FORMATS = ["md", "csv", "txt"] as const;

export type HighlightFormat = (typeof HIGHLIGHT_FORMATS)[number];

/** What a format writes first, and of each item with highlights. */
interface Writer {
  readonly head: string;
  readonly write: (item: Item, highlights: readonly Highlight[]) => string;
}

const COLUMNS = ["highlight", "note", "color", "created", "title", "url"];

const WRITERS: Readonly<Record<HighlightFormat, Writer>> = {
  md: { head: "", write: toMarkdown },
  csv: { head: toSpreadsheetLine(COLUMNS), write: toCsv },
  txt: { head: "", write: toText },
};

/**
 * Exports the wanted highlights of a place of the account, or of a collection that is shared with it, by bookmark, the
 * newest bookmark first. Throws `notFound`, and `forbidden` for another account's public collection. Reads while the
 * parts are consumed.
 */
export async function start(
  database: Database,
  accountId: number,
  place: scopes.Place,
  { format, ...wanted }: Wanted & { readonly format: HighlightFormat },
): Promise<AsyncIterable<string>> {
  const scope = await scopes.getShared(database, accountId, place);
  const search = searches.parse("highlights:true");
  const choice = await choose(database, scope, { order: "-created", search, ids: undefined });
  const { head, write } = WRITERS[format];
  const isWanted = matcherOf(wanted);
  return (async function* () {
    yield head;
    for await (const items of itemBatches(database, scope, choice)) {
      for (const item of items) {
        const all: Highlight[] = JSON.parse(item.highlights);
        const highlights = all.filter(isWanted);
        if (highlights.length > 0) yield write(item, highlights);
      }
    }
  })();
}

function toMarkdown({ title, link }: Item, highlights: readonly Highlight[]): string {
  // The ends of an address in angle brackets, and line breaks, can't be in one (CommonMark, "link destination").
  const address = link.replace(/[<>\s]/g, encodeURIComponent);
  const passages = highlights.map(({ text, note }) => {
    const quote = escaped(text).replace(/^/gm, "> ");
    return note === "" ? quote : `${quote}\n\n${escaped(note)}`;
  });
  return `## [${escaped(title).replace(/\s+/g, " ")}](<${address}>)\n\n${passages.join("\n\n")}\n\n`;
}

/** A text without a meaning in Markdown and HTML. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-!|&~=]/g, "\\$&").replace(/^(\s*\d+)([.)])/gm, "$1\\$2");
}

function toCsv({ title, link }: Item, highlights: readonly Highlight[]): string {
  const lines = highlights.map(({ text, note, color, created }) =>
    toSpreadsheetLine([text, note, color, new Date(created).toISOString(), title, link]),
  );
  return lines.join("");
}

function toText({ title, link }: Item, highlights: readonly Highlight[]): string {
  const passages = highlights.map(({ text, note }) => (note === "" ? text : `${text}\n(${note})`));
  return `${title}\n${link}\n\n${passages.join("\n\n")}\n\n\n`;
}
