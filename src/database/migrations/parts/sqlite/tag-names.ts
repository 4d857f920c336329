/** Drops the index of tags, and the triggers that do nothing but fill it. */
export const DROP_INDEX: readonly string[] = [
  "drop trigger tags_indexed_insert",
  "drop trigger tags_indexed_update",
  "drop table tag_index_words",
  "drop table tag_index",
];

/** A trigger that neither counts the bytes of `items.tag_words` nor deletes from the index of tags. */
export function withoutWords(trigger: string): string {
  return trigger
    .replace("delete from tag_index where rowid = old.id and old.tag_words <> '';", "")
    .replaceAll(/ \+ octet_length\((new|old)\.tag_words\)/g, "")
    .replace(", tag_words", "");
}

/**
 * The table `tag_names` has the tags of each account, with the number of shelves that have items with the tag. The
 * triggers that count the rows of tags in `facets` keep it current.
 */
export const TAG_NAMES: readonly string[] = [
  `create table tag_names (
    account_id bigint not null,
    name text not null,
    shelf_count integer not null,
    primary key (account_id, name)) without rowid`,
  `insert into tag_names (account_id, name, shelf_count)
    select account_id, name, count(*) from facets where kind = 'tag' group by account_id, name`,
  "drop trigger tags_counted_insert",
  "drop trigger tags_counted_delete",
  `create trigger tags_counted_insert after insert on facets when new.kind = 'tag' begin
    update libraries set tag_count = tag_count + 1 where account_id = new.account_id;
    insert into tag_names (account_id, name, shelf_count) values (new.account_id, new.name, 1)
      on conflict do update set shelf_count = shelf_count + 1; end`,
  `create trigger tags_counted_delete after delete on facets when old.kind = 'tag' begin
    update libraries set tag_count = tag_count - 1 where account_id = old.account_id;
    update tag_names set shelf_count = shelf_count - 1 where account_id = old.account_id and name = old.name;
    delete from tag_names where account_id = old.account_id and name = old.name and shelf_count = 0; end`,
];
