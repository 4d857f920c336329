import { canBePart, type Field, type IndexQuery, type Words } from "../core/index-query.ts";
import { TEXT_COLUMNS, type TextColumn } from "../core/item-words.ts";

/** The columns of texts of each field. */
const COLUMNS: Readonly<Record<Field, readonly TextColumn[]>> = {
  any: TEXT_COLUMNS,
  public: TEXT_COLUMNS.filter((column) => column !== "note"),
  title: ["title"],
  excerpt: ["excerpt"],
  note: ["note"],
  info: ["title", "excerpt"],
  link: ["link", "parts"],
};

/** The columns of texts in which words may be. */
export function columnsOf(words: Words): readonly TextColumn[] {
  return COLUMNS[words.field].filter((column) => column !== "parts" || canBePart(words));
}

/** SQL: words, each preceded by the account: `12xcreme 12xbrulee`. */
function ofAccount(words: string, row: string): string {
  return `${row}.account_id || 'x' || replace(${words}, ' ', ' ' || ${row}.account_id || 'x')`;
}

/** The words of each column of the index, of an item. */
export function wordsForIndex(accountId: number, searchText: string): string[][] {
  const columns: string[] = JSON.parse(searchText);
  return columns.map((words) => wordsOfPage(accountId, words));
}

/** SQL: an insert into the index up to its `from`, which must select from `table`. */
export function indexInsert(table: string): string {
  const words = TEXT_COLUMNS.map((_, position) =>
    ofAccount(`nullif(json_extract(${table}.search_text, '$[${position}]'), '')`, table),
  );
  return `insert into item_index (rowid, ${TEXT_COLUMNS.join(", ")}) select ${table}.id, ${words.join(", ")}`;
}

/** The words of a page in the index of pages. */
export function wordsOfPage(accountId: number, words: string): string[] {
  return words === "" ? [] : words.split(" ").map((word) => `${accountId}x${word}`);
}

/** SQL: an insert into the index of pages up to its `from`, which must select from `table`. */
export function pageInsert(table: string): string {
  return `insert into text_index (rowid, words)
    select ${table}.item_id, ${ofAccount(`nullif(${table}.words, '')`, table)}`;
}

/** Prefixes, and the words of the account that start with each. */
export type WholeWords = ReadonlyMap<string, readonly string[]>;

/** A query in the syntax of FTS5. A prefix whose whole words are known becomes these words, joined by OR. */
export function toExpression(query: IndexQuery, accountId: number, wholeWords: WholeWords): string {
  const recurse = (part: IndexQuery) => toExpression(part, accountId, wholeWords);
  switch (query.kind) {
    case "key":
      throw new Error("No text has a key.");
    case "words": {
      const columns = columnsOf(query);
      const phrase = phraseOf(query, accountId, wholeWords);
      return columns.length === TEXT_COLUMNS.length ? phrase : `{${columns.join(" ")}} : ${phrase}`;
    }
    case "difference":
      return `(${recurse(query.of)} NOT ${recurse(query.excluded)})`;
    default:
      return `(${query.of.map(recurse).join(query.kind === "all" ? " AND " : " OR ")})`;
  }
}

/** Words as a phrase in the syntax of FTS5, in any column. */
export function phraseOf(query: Words, accountId: number, wholeWords: WholeWords): string {
  const prefix = prefixOf(query);
  const whole = prefix === undefined ? undefined : wholeWords.get(prefix);
  if (whole !== undefined) return `(${whole.map((word) => `"${accountId}x${word}"`).join(" OR ")})`;
  return `"${query.words.map((word) => `${accountId}x${word}`).join(" ")}"${query.isPrefix ? " *" : ""}`;
}

/** The prefix, if the query is one word that may be the beginning of a longer one. */
export function prefixOf({ words: [word, ...others], isPrefix }: Words): string | undefined {
  return isPrefix && others.length === 0 ? word : undefined;
}
