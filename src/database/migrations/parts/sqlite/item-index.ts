/** The columns of the index, in the order of their texts in `items.search_text`. */
const INDEX_COLUMNS = ["title", "excerpt", "note", "tags", "link", "parts"];

/** SQL: the words of a column, each preceded by the account: `12xcreme 12xbrulee`. */
function wordsOfColumn(index: number, row: string): string {
  const words = `nullif(json_extract(${row}.search_text, '$[${index}]'), '')`;
  return `${row}.account_id || 'x' || replace(${words}, ' ', ' ' || ${row}.account_id || 'x')`;
}

function valuesOf(row: string): string {
  return `${row}.id, ${INDEX_COLUMNS.map((_, index) => wordsOfColumn(index, row)).join(", ")}`;
}

const INSERT = `insert into item_index (rowid, ${INDEX_COLUMNS.join(", ")})
  values (${valuesOf("new")});`;
const DELETE = "delete from item_index where rowid = old.id;";

/**
 * The full-text index of items and the triggers that update it. Every word contains its account, so that a
 * search costs the same however many items other accounts have. `prefix` is not set: it would help only
 * the shortest beginnings.
 */
export const ITEM_INDEX: readonly string[] = [
  `create virtual table item_index using fts5(
    ${INDEX_COLUMNS.join(", ")}, content = '', contentless_delete = 1, tokenize = 'ascii')`,
  `create trigger items_indexed_insert after insert on items begin ${INSERT} end`,
  `create trigger items_indexed_delete after delete on items begin ${DELETE} end`,
  `create trigger items_indexed_update after update of search_text on items
    when old.search_text <> new.search_text begin ${DELETE} ${INSERT} end`,
];

/**
 * How FTS5 merges its segments. It does so within the transaction that changes the index, which blocks the event loop:
 * by the defaults, up to 0.4 s of processor time for deleting 20 of 50,000 items; by these, 11 ms. A merge ends after a
 * number of pages, so that small pages make it short; segments with some deleted items need no merge.
 */
export const ITEM_INDEX_MERGES: readonly string[] = [
  "insert into item_index (item_index, rank) values ('pgsz', 500)",
  "insert into item_index (item_index, rank) values ('deletemerge', 50)",
];

/** A table of the words in the index, with a row for each occurrence: word, item, column and position. */
export const ITEM_INDEX_WORDS: readonly string[] = [
  "create virtual table item_index_words using fts5vocab(item_index, instance)",
];
