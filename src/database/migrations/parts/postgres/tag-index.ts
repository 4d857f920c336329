import { STORED_ITEM_COLUMNS } from "../quotas.ts";
import { usageTriggers } from "./quotas.ts";

/** What goes before the words of tags leave `items.search_text`. */
export const DROP_INDEX: readonly string[] = [
  ...["insert", "update"].map((event) => `drop trigger items_indexed_${event} on items`),
  "drop function items_indexed",
  ...["insert", "delete", "update"].flatMap((event) => [
    `drop trigger items_usage_${event} on items`,
    `drop function items_usage_${event}`,
  ]),
  "drop table item_index",
  // Their statements would count all items again, although no count changes.
  "alter table items disable trigger user",
];

/** Moves the words of tags from `search_text` to a column of their own. */
export const SPLIT_WORDS: readonly string[] = [
  `update items set tag_words = search_text::json ->> 3,
    search_text = format('[%s,%s,%s,%s,%s]', search_text::json -> 0, search_text::json -> 1, search_text::json -> 2,
      search_text::json -> 4, search_text::json -> 5)`,
  "alter table items enable trigger user",
];

function createIndex(name: string): string[] {
  return [
    `create table ${name} (
      item_id bigint primary key references items (id) on delete cascade, terms tsvector not null)`,
    // A search also reads the list of pending changes, which is therefore kept short.
    `create index ${name}_terms on ${name} using gin (terms) with (gin_pending_list_limit = 256)`,
  ];
}

/**
 * The full-text indexes of items, and the triggers that update them: `item_index` has their texts, and `tag_index` their
 * tags, so that a change of tags does not index the texts again. Every word contains its account, so that a search costs
 * the same however many items other accounts have. Words of links start with `<account>y`, and so do their ends, which
 * have the weight D; all others start with `<account>x`. Positions differ by more than 1 between columns, and between
 * ends of words, so that no phrase matches there. PostgreSQL stores positions up to 16,383. Items without tags are not in
 * `tag_index`.
 */
export const TAG_INDEX: readonly string[] = [
  // In PL/pgSQL, which caches the plan between calls.
  `create or replace function item_terms(account_id bigint, search_text text) returns tsvector
    language plpgsql immutable as $$
    begin return (
    select coalesce(string_agg(format('''%s%s%s'':%s%s', account_id, case when part < 4 then 'x' else 'y' end, word,
        least(16383, place + part * 2 + case when part = 5 then position else 0 end), substr('ABCAD', part, 1)), ' '),
      '')::tsvector
    from (
      select part::integer, position, word, row_number() over (order by part, position) as place
      from json_array_elements_text(search_text::json) with ordinality as parts (words, part),
        unnest(string_to_array(words, ' ')) with ordinality as positions (word, position)
    ) as found
    ); end $$`,
  `create function tag_terms(account_id bigint, tag_words text) returns tsvector language plpgsql immutable as $$
    begin return (
    select coalesce(string_agg(format('''%sx%s'':%s', account_id, word, least(16383, position)), ' '), '')::tsvector
    from unnest(string_to_array(tag_words, ' ')) with ordinality as words (word, position)
    ); end $$`,
  ...createIndex("item_index"),
  ...createIndex("tag_index"),
  "insert into item_index (item_id, terms) select id, item_terms(account_id, search_text) from items",
  "insert into tag_index (item_id, terms) select id, tag_terms(account_id, tag_words) from items where tag_words <> ''",
  `create function items_indexed() returns trigger language plpgsql as $$ begin
    insert into item_index (item_id, terms) values (new.id, item_terms(new.account_id, new.search_text))
    on conflict (item_id) do update set terms = excluded.terms;
    return null;
  end $$`,
  "create trigger items_indexed_insert after insert on items for each row execute function items_indexed()",
  `create trigger items_indexed_update after update of search_text on items for each row
    when (old.search_text <> new.search_text) execute function items_indexed()`,
  `create function tags_indexed() returns trigger language plpgsql as $$ begin
    if new.tag_words = '' then
      delete from tag_index where item_id = new.id;
    else
      insert into tag_index (item_id, terms) values (new.id, tag_terms(new.account_id, new.tag_words))
      on conflict (item_id) do update set terms = excluded.terms;
    end if;
    return null;
  end $$`,
  `create trigger tags_indexed_insert after insert on items for each row
    when (new.tag_words <> '') execute function tags_indexed()`,
  `create trigger tags_indexed_update after update of tag_words on items for each row
    when (old.tag_words <> new.tag_words) execute function tags_indexed()`,
  ...usageTriggers("items", STORED_ITEM_COLUMNS),
];
