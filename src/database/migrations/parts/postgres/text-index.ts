/**
 * The full-text index of the pages that items link to, and the triggers that update it. As in `item_index`, each word
 * contains its account. There are no weights, so that only phrases read more than the index.
 */
export const TEXT_INDEX: readonly string[] = [
  `create function text_terms(account_id bigint, words text) returns tsvector language plpgsql immutable as $$
    begin return (
    select coalesce(string_agg(format('''%sx%s'':%s', account_id, word, least(16383, position)), ' '), '')::tsvector
    from unnest(string_to_array(words, ' ')) with ordinality as words (word, position)
    ); end $$`,
  `create table text_index (
    item_id bigint primary key references item_texts (item_id) on delete cascade, terms tsvector not null)`,
  // A search also reads the list of pending changes, which is therefore kept short.
  "create index text_index_terms on text_index using gin (terms) with (gin_pending_list_limit = 256)",
  `create function texts_indexed() returns trigger language plpgsql as $$ begin
    insert into text_index (item_id, terms) values (new.item_id, text_terms(new.account_id, new.words))
    on conflict (item_id) do update set terms = excluded.terms;
    return null;
  end $$`,
  "create trigger texts_indexed_insert after insert on item_texts for each row execute function texts_indexed()",
  `create trigger texts_indexed_update after update of words on item_texts for each row
    when (old.words <> new.words) execute function texts_indexed()`,
  // Another link leads to another page.
  `create function item_texts_link() returns trigger language plpgsql as $$ begin
    delete from item_texts where item_id = new.id;
    return null;
  end $$`,
  `create trigger item_texts_link after update of link on items for each row
    when (old.link <> new.link) execute function item_texts_link()`,
];
