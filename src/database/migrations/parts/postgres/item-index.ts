/**
 * The full-text index of items and the triggers that update it. Every word contains its account, so that a
 * search costs the same however many items other accounts have. Words of links start with `<account>y`, and so
 * do their ends, which have the weight D; all others start with `<account>x`. Positions differ by more than 1 between columns, and
 * between ends of words, so that no phrase matches there. PostgreSQL stores positions up to 16,383.
 */
export const ITEM_INDEX: readonly string[] = [
  // In PL/pgSQL, which caches the plan between calls.
  `create function item_terms(account_id bigint, search_text text) returns tsvector language plpgsql immutable as $$
    begin return (
    select coalesce(string_agg(format('''%s%s%s'':%s%s', account_id, case when part < 5 then 'x' else 'y' end, word,
        least(16383, place + part * 2 + case when part = 6 then position else 0 end), substr('ABCDAD', part, 1)), ' '),
      '')::tsvector
    from (
      select part::integer, position, word, row_number() over (order by part, position) as place
      from json_array_elements_text(search_text::json) with ordinality as parts (words, part),
        unnest(string_to_array(words, ' ')) with ordinality as positions (word, position)
    ) as found
    ); end $$`,
  `create table item_index (
    item_id bigint primary key references items (id) on delete cascade, terms tsvector not null)`,
  // A search also reads the list of pending changes, which is therefore kept short.
  "create index item_index_terms on item_index using gin (terms) with (gin_pending_list_limit = 256)",
  `create function items_indexed() returns trigger language plpgsql as $$ begin
    insert into item_index (item_id, terms) values (new.id, item_terms(new.account_id, new.search_text))
    on conflict (item_id) do update set terms = excluded.terms;
    return null;
  end $$`,
  "create trigger items_indexed_insert after insert on items for each row execute function items_indexed()",
  `create trigger items_indexed_update after update of search_text on items for each row
    when (old.search_text <> new.search_text) execute function items_indexed()`,
];
