import { STORED_ITEM_COLUMNS } from "../quotas.ts";
import { ITEM_INDEX_MERGES } from "./item-index.ts";
import { usageTriggers } from "./quotas.ts";

/** The columns of the index of texts, in the order of their texts in `items.search_text`. */
const TEXT_COLUMNS = ["title", "excerpt", "note", "link", "parts"];

/** SQL: words, each preceded by the account. */
function ofAccount(words: string, row: string): string {
  return `${row}.account_id || 'x' || replace(${words}, ' ', ' ' || ${row}.account_id || 'x')`;
}

/** SQL: the words of each column of the index of texts. */
function textsOf(row: string): string {
  return TEXT_COLUMNS.map((_, index) =>
    ofAccount(`nullif(json_extract(${row}.search_text, '$[${index}]'), '')`, row),
  ).join(", ");
}

const INSERT_TEXTS = `insert into item_index (rowid, ${TEXT_COLUMNS.join(", ")}) values (new.id, ${textsOf("new")});`;
const DELETE_TEXTS = "delete from item_index where rowid = old.id;";
const INSERT_TAGS = `insert into tag_index (rowid, tags) values (new.id, ${ofAccount("new.tag_words", "new")});`;
const DELETE_TAGS = "delete from tag_index where rowid = old.id;";

function createIndex(name: string, columns: readonly string[]): string[] {
  return [
    `create virtual table ${name} using fts5(
      ${columns.join(", ")}, content = '', contentless_delete = 1, tokenize = 'ascii')`,
    ...ITEM_INDEX_MERGES.map((statement) => statement.replaceAll("item_index", name)),
    `create virtual table ${name}_words using fts5vocab(${name}, instance)`,
  ];
}

/** What goes before the words of tags leave `items.search_text`. */
export const DROP_INDEX: readonly string[] = [
  ...["insert", "delete", "update"].flatMap((event) => [
    `drop trigger items_indexed_${event}`,
    `drop trigger items_usage_${event}`,
  ]),
  "drop table item_index_words",
  "drop table item_index",
];

/** Moves the words of tags from `search_text` to a column of their own. */
export const SPLIT_WORDS: readonly string[] = [
  `update items set tag_words = json_extract(search_text, '$[3]'), search_text = json_remove(search_text, '$[3]')`,
];

/**
 * The full-text indexes of items, and the triggers that update them: `item_index` has their texts, and `tag_index` their
 * tags, so that a change of tags does not index the texts again. Every word contains its account, so that a search costs
 * the same however many items other accounts have. Items without tags are not in `tag_index`.
 */
export const TAG_INDEX: readonly string[] = [
  ...createIndex("item_index", TEXT_COLUMNS),
  ...createIndex("tag_index", ["tags"]),
  `insert into item_index (rowid, ${TEXT_COLUMNS.join(", ")}) select id, ${textsOf("items")} from items`,
  `insert into tag_index (rowid, tags) select id, ${ofAccount("tag_words", "items")} from items where tag_words <> ''`,
  `create trigger items_indexed_insert after insert on items begin ${INSERT_TEXTS} end`,
  `create trigger items_indexed_delete after delete on items begin ${DELETE_TEXTS} end`,
  `create trigger items_indexed_update after update of search_text on items
    when old.search_text <> new.search_text begin ${DELETE_TEXTS} ${INSERT_TEXTS} end`,
  `create trigger tags_indexed_insert after insert on items when new.tag_words <> '' begin ${INSERT_TAGS} end`,
  `create trigger tags_indexed_delete after delete on items when old.tag_words <> '' begin ${DELETE_TAGS} end`,
  `create trigger tags_indexed_update after update of tag_words on items when old.tag_words <> new.tag_words begin
    ${DELETE_TAGS}
    insert into tag_index (rowid, tags) select new.id, ${ofAccount("new.tag_words", "new")} where new.tag_words <> '';
  end`,
  ...usageTriggers("items", STORED_ITEM_COLUMNS),
];
