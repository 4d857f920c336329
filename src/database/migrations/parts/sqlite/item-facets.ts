import { FLAGS } from "../facets.ts";

/** SQL: the facets of an item, as columns `kind` and `name`. `row` is `new` or `old`. */
function facetsOf(row: "new" | "old"): string {
  const flags = FLAGS.map(
    ({ name, column, condition }) => `union all select 'flag', '${name}' where ${row}.${column} ${condition}
    `,
  );
  return `select 'type' as kind, ${row}.type as name
    union all select 'month', strftime('%Y-%m', ${row}.created_at / 1000, 'unixepoch')
    ${flags.join("")}union all select distinct 'tag', value from json_each(${row}.tags)`;
}

/** SQL: counts the facets of the row `new`. */
export const ADD = `insert into facets (account_id, kind, name, shelf_id, count)
  select new.account_id, kind, name, new.shelf_id, 1 from (${facetsOf("new")}) where true
  on conflict do update set count = count + 1;`;

/**
 * SQL: no longer counts the facets of the row `old`. An upsert finds the counter, which exists, by its key; for an update
 * SQLite would read all counters of the account. Without the account, the empty counters are found by the index
 * `facets_empty`.
 */
export const SUBTRACT = `insert into facets (account_id, kind, name, shelf_id, count)
    select old.account_id, kind, name, old.shelf_id, 1 from (${facetsOf("old")}) where true
    on conflict do update set count = count - 1;
  delete from facets where count = 0;`;

/** SQL: whether an update changes the facets of an item. */
export const IS_CHANGED = `old.shelf_id <> new.shelf_id or old.type <> new.type or old.created_at <> new.created_at
  or old.important <> new.important or old.broken <> new.broken or (old.note = '') <> (new.note = '')
  or old.tags <> new.tags or (old.highlights = '[]') <> (new.highlights = '[]')
  or (old.reminder_at is null) <> (new.reminder_at is null)`;

/** The columns on which the facets of an item depend. */
export const COUNTED_COLUMNS = "shelf_id, type, created_at, important, broken, note, tags, highlights, reminder_at";

/**
 * The table `facets` counts the items with each property, by shelf: their tags, types, months of
 * creation, and flags such as `important`. Triggers keep it current.
 */
const FACETS: readonly string[] = [
  `create table facets (
    account_id bigint not null,
    kind text not null,
    name text not null,
    shelf_id bigint not null,
    count integer not null check (count >= 0),
    primary key (account_id, kind, name, shelf_id)) without rowid`,
  "create index facets_of_shelf on facets (shelf_id, kind, name)",
  "create index facets_empty on facets (account_id) where count = 0",
  `create trigger facets_insert after insert on items begin ${ADD} end`,
  `create trigger facets_delete after delete on items begin ${SUBTRACT} end`,
  `create trigger facets_update after update of ${COUNTED_COLUMNS} on items when ${IS_CHANGED}
    begin ${SUBTRACT} ${ADD} end`,
  `create trigger tags_counted_insert after insert on facets when new.kind = 'tag' begin
    update libraries set tag_count = tag_count + 1 where account_id = new.account_id; end`,
  `create trigger tags_counted_delete after delete on facets when old.kind = 'tag' begin
    update libraries set tag_count = tag_count - 1 where account_id = old.account_id; end`,
];

/** SQL: lists the row `new` under its tags. */
export const INDEX_TAGS = `insert or ignore into item_tags (shelf_id, name, item_id)
  select new.shelf_id, value, new.id from json_each(new.tags);`;

/** SQL: no longer lists the row `old` under its tags. */
export const UNINDEX_TAGS = `delete from item_tags where shelf_id = old.shelf_id and item_id = old.id
  and name in (select value from json_each(old.tags));`;

/** The table `item_tags` finds the items of a shelf that have a tag. Triggers keep it current. */
const ITEM_TAGS: readonly string[] = [
  `create table item_tags (
    shelf_id bigint not null,
    name text not null,
    item_id bigint not null,
    primary key (shelf_id, name, item_id)) without rowid`,
  `create trigger item_tags_insert after insert on items when new.tags <> '[]' begin ${INDEX_TAGS} end`,
  `create trigger item_tags_delete after delete on items when old.tags <> '[]' begin ${UNINDEX_TAGS} end`,
  `create trigger item_tags_update after update of shelf_id, tags on items
    when old.tags <> new.tags or (old.shelf_id <> new.shelf_id and new.tags <> '[]')
    begin ${UNINDEX_TAGS} ${INDEX_TAGS} end`,
];

const INDEX_HIGHLIGHTS = `insert into item_highlights (account_id, shelf_id, item_id, id, created_at)
  select new.account_id, new.shelf_id, new.id, value ->> 'id', value ->> 'created' from json_each(new.highlights);`;

const UNINDEX_HIGHLIGHTS = `delete from item_highlights where account_id = old.account_id and item_id = old.id
  and created_at in (select value ->> 'created' from json_each(old.highlights));`;

const addBytes = (difference: string, row: "new" | "old") =>
  `update libraries set stored_bytes = stored_bytes + (${difference}) where account_id = ${row}.account_id;`;

/**
 * The table `item_highlights` lists the highlights of all items by time. Their content is in the items.
 * Triggers keep it current and count the bytes of that content, beyond those of `[]`, as storage.
 */
const HIGHLIGHTS: readonly string[] = [
  `create table item_highlights (
    account_id bigint not null,
    shelf_id bigint not null,
    item_id bigint not null,
    id text not null,
    created_at bigint not null,
    primary key (account_id, created_at, item_id, id)) without rowid`,
  "create index item_highlights_of_shelf on item_highlights (shelf_id, created_at, item_id, id)",
  `create trigger item_highlights_insert after insert on items when new.highlights <> '[]'
    begin ${INDEX_HIGHLIGHTS} ${addBytes("octet_length(new.highlights) - 2", "new")} end`,
  `create trigger item_highlights_delete after delete on items when old.highlights <> '[]'
    begin ${UNINDEX_HIGHLIGHTS} ${addBytes("2 - octet_length(old.highlights)", "old")} end`,
  `create trigger item_highlights_update after update of shelf_id, highlights on items
    when old.highlights <> new.highlights or (old.shelf_id <> new.shelf_id and new.highlights <> '[]')
    begin ${UNINDEX_HIGHLIGHTS} ${INDEX_HIGHLIGHTS}
      ${addBytes("octet_length(new.highlights) - octet_length(old.highlights)", "new")} end`,
];

const EXISTING_FLAGS = FLAGS.map(
  ({ name, column, condition }) =>
    `union all select account_id, shelf_id, 'flag', '${name}' from items where ${column} ${condition} `,
);

/** SQL that counts and indexes the existing items, which have no highlights. */
const EXISTING_ITEMS: readonly string[] = [
  "insert or ignore into item_tags (shelf_id, name, item_id) select shelf_id, value, items.id from items, json_each(tags)",
  `insert into facets (account_id, kind, name, shelf_id, count)
    select account_id, kind, name, shelf_id, count(*) from (
      select account_id, shelf_id, 'type' as kind, type as name from items
      union all select account_id, shelf_id, 'month', strftime('%Y-%m', created_at / 1000, 'unixepoch') from items
      ${EXISTING_FLAGS.join("")}union all select account_id, item_tags.shelf_id, 'tag', name from item_tags inner join items on items.id = item_id
    ) group by account_id, kind, name, shelf_id`,
];

/** Creates the tables and triggers that count and index properties of items. */
export const ITEM_FACETS: readonly string[] = [...FACETS, ...ITEM_TAGS, ...HIGHLIGHTS, ...EXISTING_ITEMS];
