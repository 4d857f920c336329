/** Drops the index of tags, and lets the triggers that count bytes leave out `items.tag_words`. */
export const DROP_INDEX: readonly string[] = [
  "drop trigger tags_indexed_insert on items",
  "drop trigger tags_indexed_update on items",
  "drop function tags_indexed",
  "drop table tag_index",
  "drop function tag_terms",
  `do $$ declare counting record; begin
    for counting in select proname, prosrc from pg_proc
      where pronamespace = current_schema()::regnamespace and prosrc like '%octet_length(tag_words)%'
    loop
      execute format('create or replace function %I() returns trigger language plpgsql as %L', counting.proname,
        replace(counting.prosrc, ' + octet_length(tag_words)', ''));
    end loop;
  end $$`,
];

/**
 * The table `tag_names` has the tags of each account, with the number of shelves that have items with the tag. The
 * triggers that count the rows of tags in `facets` keep it current.
 */
export const TAG_NAMES: readonly string[] = [
  `create table tag_names (
    account_id bigint not null,
    name text collate "C" not null,
    shelf_count bigint not null,
    primary key (account_id, name))`,
  `insert into tag_names (account_id, name, shelf_count)
    select account_id, name, count(*) from facets where kind = 'tag' group by account_id, name`,
  `create or replace function tags_counted_insert() returns trigger language plpgsql as $$ begin
    update libraries set tag_count = tag_count + change.tags
    from (select account_id, count(*) as tags from changed where kind = 'tag' group by account_id) as change
    where libraries.account_id = change.account_id;
    insert into tag_names (account_id, name, shelf_count)
    select account_id, name, count(*) from changed where kind = 'tag' group by account_id, name order by account_id, name
    on conflict (account_id, name) do update set shelf_count = tag_names.shelf_count + excluded.shelf_count;
    return null;
  end $$`,
  `create or replace function tags_counted_delete() returns trigger language plpgsql as $$ begin
    update libraries set tag_count = tag_count - change.tags
    from (select account_id, count(*) as tags from changed where kind = 'tag' group by account_id) as change
    where libraries.account_id = change.account_id;
    update tag_names set shelf_count = tag_names.shelf_count - change.shelves
    from (select account_id, name, count(*) as shelves from changed where kind = 'tag' group by account_id, name) as change
    where tag_names.account_id = change.account_id and tag_names.name = change.name;
    delete from tag_names using (select distinct account_id, name from changed where kind = 'tag') as change
    where tag_names.account_id = change.account_id and tag_names.name = change.name and shelf_count = 0;
    return null;
  end $$`,
];
