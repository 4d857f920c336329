import { ITEM_INDEX_MERGES } from "./item-index.ts";

/** SQL: the words of a page, each preceded by the account. */
const WORDS = "new.account_id || 'x' || replace(nullif(new.words, ''), ' ', ' ' || new.account_id || 'x')";

const INSERT = `insert into text_index (rowid, words) values (new.item_id, ${WORDS});`;
const DELETE = "delete from text_index where rowid = old.item_id;";

/** The full-text index of the pages that items link to, made like `item_index`, and the triggers that update it. */
export const TEXT_INDEX: readonly string[] = [
  "create virtual table text_index using fts5(words, content = '', contentless_delete = 1, tokenize = 'ascii')",
  ...ITEM_INDEX_MERGES.map((statement) => statement.replaceAll("item_index", "text_index")),
  "create virtual table text_index_words using fts5vocab(text_index, instance)",
  `create trigger texts_indexed_insert after insert on item_texts begin ${INSERT} end`,
  `create trigger texts_indexed_delete after delete on item_texts begin ${DELETE} end`,
  `create trigger texts_indexed_update after update of words on item_texts
    when old.words <> new.words begin ${DELETE} ${INSERT} end`,
  // Another link leads to another page.
  `create trigger item_texts_link after update of link on items when old.link <> new.link begin
    delete from item_texts where item_id = new.id; end`,
];
