import { canBePart, type Field, type IndexQuery, type Words } from "../core/index-query.ts";
import { INDEX_COLUMNS } from "../core/item-words.ts";

/** The columns of each field. */
const COLUMNS: Readonly<Record<Field, readonly (typeof INDEX_COLUMNS)[number][]>> = {
  any: INDEX_COLUMNS,
  public: INDEX_COLUMNS.filter((column) => column !== "note"),
  title: ["title"],
  excerpt: ["excerpt"],
  note: ["note"],
  info: ["title", "excerpt"],
  link: ["link", "parts"],
};

/** The columns in which words may be. */
export function columnsOf(words: Words): readonly (typeof INDEX_COLUMNS)[number][] {
  return COLUMNS[words.field].filter((column) => column !== "parts" || canBePart(words));
}

/** SQL: the words of a column, each preceded by the account: `12xcreme 12xbrulee`. */
function wordsOfColumn(index: number, row: string): string {
  const words = `nullif(json_extract(${row}.search_text, '$[${index}]'), '')`;
  return `${row}.account_id || 'x' || replace(${words}, ' ', ' ' || ${row}.account_id || 'x')`;
}

function valuesOf(row: string): string {
  return `${row}.id, ${INDEX_COLUMNS.map((_, index) => wordsOfColumn(index, row)).join(", ")}`;
}

/** The words of each column in the index, of an item with this `search_text`. */
export function wordsForIndex(accountId: number, searchText: string): string[][] {
  const columns: string[] = JSON.parse(searchText);
  return columns.map((words) => (words === "" ? [] : words.split(" ").map((word) => `${accountId}x${word}`)));
}

/** SQL: an insert into the index up to its `from`, which must select from `table`. */
export function indexInsert(table: string): string {
  return `insert into item_index (rowid, ${INDEX_COLUMNS.join(", ")}) select ${valuesOf(table)}`;
}

/** Prefixes, and the words of the account that start with each. */
export type WholeWords = ReadonlyMap<string, readonly string[]>;

/** The query in the syntax of FTS5. A prefix whose whole words are known becomes these words, joined by OR. */
export function toExpression(query: IndexQuery, accountId: number, wholeWords: WholeWords): string {
  switch (query.kind) {
    case "key":
      return `{tags} : "${accountId}x${query.key}"`;
    case "words": {
      const columns = columnsOf(query);
      const phrase = phraseOf(query, accountId, wholeWords);
      return columns.length === INDEX_COLUMNS.length ? phrase : `{${columns.join(" ")}} : ${phrase}`;
    }
    case "difference": {
      const [of, excluded] = [query.of, query.excluded].map((part) => toExpression(part, accountId, wholeWords));
      return `(${of} NOT ${excluded})`;
    }
    default: {
      const operator = query.kind === "all" ? " AND " : " OR ";
      return `(${query.of.map((part) => toExpression(part, accountId, wholeWords)).join(operator)})`;
    }
  }
}

function phraseOf(query: Words, accountId: number, wholeWords: WholeWords): string {
  const prefix = prefixOf(query);
  const whole = prefix === undefined ? undefined : wholeWords.get(prefix);
  if (whole !== undefined) return `(${whole.map((word) => `"${accountId}x${word}"`).join(" OR ")})`;
  return `"${query.words.map((word) => `${accountId}x${word}`).join(" ")}"${query.isPrefix ? " *" : ""}`;
}

/** The prefix, if the query is one word that may be the beginning of a longer one. */
export function prefixOf({ words: [word, ...others], isPrefix }: Words): string | undefined {
  return isPrefix && others.length === 0 ? word : undefined;
}
