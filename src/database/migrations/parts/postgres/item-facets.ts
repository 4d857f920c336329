import { FLAGS } from "../facets.ts";

/** SQL: how many of `rows` have each facet, by account and shelf; negative if `sign` is -1. */
function countFacets(rows: string, sign: 1 | -1): string {
  const flags = FLAGS.map(
    ({ name, column, condition }) => `union all select 'flag', '${name}' where ${column} ${condition}
      `,
  );
  return `select account_id, shelf_id, kind, name, ${sign} * count(*) as items from ${rows} cross join lateral (
      select 'type' as kind, type collate "C" as name
      union all select 'month', to_char(to_timestamp(created_at / 1000) at time zone 'UTC', 'YYYY-MM')
      ${flags.join("")}union all select distinct 'tag', tag from json_array_elements_text(tags::json) as tag
    ) as facet group by account_id, shelf_id, kind, name`;
}

/** SQL: adds counts to those in `facets`. */
function addCounts(counts: string): string {
  return `insert into facets (account_id, kind, name, shelf_id, count)
    select account_id, kind, name, shelf_id, sum(items) from (${counts}) as change
    group by account_id, kind, name, shelf_id having sum(items) <> 0
    order by account_id, kind, name, shelf_id
    on conflict (account_id, kind, name, shelf_id) do update set count = facets.count + excluded.count;`;
}

/** A trigger that runs once per statement, so that a statement updates each counter once. */
function facetTrigger(event: string, tables: string, counts: string): string[] {
  return [
    `create function facets_${event}() returns trigger language plpgsql as $$ begin
      ${addCounts(counts)}
      delete from facets where count = 0;
      return null;
    end $$`,
    `create trigger facets_${event} after ${event} on items referencing ${tables}
      for each statement execute function facets_${event}()`,
  ];
}

function tagCountTrigger(event: string, tables: string, sign: 1 | -1): string[] {
  return [
    `create function tags_counted_${event}() returns trigger language plpgsql as $$ begin
      update libraries set tag_count = tag_count + change.tags
      from (select account_id, ${sign} * count(*) as tags from changed where kind = 'tag' group by account_id) as change
      where libraries.account_id = change.account_id;
      return null;
    end $$`,
    `create trigger tags_counted_${event} after ${event} on facets referencing ${tables}
      for each statement execute function tags_counted_${event}()`,
  ];
}

/**
 * The table `facets` counts the items with each property, by shelf: their tags, types, months of
 * creation, and flags such as `important`. Triggers keep it current.
 */
const FACETS: readonly string[] = [
  `create table facets (
    account_id bigint not null,
    kind text not null,
    name text collate "C" not null,
    shelf_id bigint not null,
    count bigint not null,
    primary key (account_id, kind, name, shelf_id))`,
  "create index facets_of_shelf on facets (shelf_id, kind, name)",
  "create index facets_empty on facets (account_id) where count = 0",
  ...tagCountTrigger("insert", "new table as changed", 1),
  ...tagCountTrigger("delete", "old table as changed", -1),
  ...facetTrigger("insert", "new table as arrived", countFacets("arrived", 1)),
  ...facetTrigger("delete", "old table as gone", countFacets("gone", -1)),
  ...facetTrigger(
    "update",
    "old table as gone new table as arrived",
    `${countFacets("gone", -1)} union all ${countFacets("arrived", 1)}`,
  ),
];

/** A trigger that runs once per row, and only for rows that satisfy `condition`. */
function rowTrigger(table: string, event: "insert" | "delete" | "update", condition: string, work: string): string[] {
  return [
    `create function ${table}_${event}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
    `create trigger ${table}_${event} after ${event} on items for each row when (${condition})
      execute function ${table}_${event}()`,
  ];
}

export const INDEX_TAGS = `insert into item_tags (shelf_id, name, item_id)
  select new.shelf_id, tag, new.id from json_array_elements_text(new.tags::json) as tag on conflict do nothing;`;

const UNINDEX_TAGS = `delete from item_tags where shelf_id = old.shelf_id and item_id = old.id
  and name = any(array(select json_array_elements_text(old.tags::json)));`;

/** The table `item_tags` finds the items of a shelf that have a tag. Triggers keep it current. */
const ITEM_TAGS: readonly string[] = [
  `create table item_tags (
    shelf_id bigint not null,
    name text collate "C" not null,
    item_id bigint not null,
    primary key (shelf_id, name, item_id))`,
  ...rowTrigger("item_tags", "insert", "new.tags <> '[]'", INDEX_TAGS),
  ...rowTrigger("item_tags", "delete", "old.tags <> '[]'", UNINDEX_TAGS),
  ...rowTrigger(
    "item_tags",
    "update",
    "old.tags <> new.tags or (old.shelf_id <> new.shelf_id and new.tags <> '[]')",
    `${UNINDEX_TAGS} ${INDEX_TAGS}`,
  ),
];

export const INDEX_HIGHLIGHTS = `insert into item_highlights (account_id, shelf_id, item_id, id, created_at)
  select new.account_id, new.shelf_id, new.id, highlight ->> 'id', (highlight ->> 'created')::bigint
  from json_array_elements(new.highlights::json) as highlight;`;

const UNINDEX_HIGHLIGHTS = `delete from item_highlights where account_id = old.account_id and item_id = old.id
  and created_at = any(array(
    select (highlight ->> 'created')::bigint from json_array_elements(old.highlights::json) as highlight));`;

export const addBytes = (difference: string, row: "new" | "old") =>
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
    id text collate "C" not null,
    created_at bigint not null,
    primary key (account_id, created_at, item_id, id))`,
  "create index item_highlights_of_shelf on item_highlights (shelf_id, created_at, item_id, id)",
  ...rowTrigger(
    "item_highlights",
    "insert",
    "new.highlights <> '[]'",
    `${INDEX_HIGHLIGHTS} ${addBytes("octet_length(new.highlights) - 2", "new")}`,
  ),
  ...rowTrigger(
    "item_highlights",
    "delete",
    "old.highlights <> '[]'",
    `${UNINDEX_HIGHLIGHTS} ${addBytes("2 - octet_length(old.highlights)", "old")}`,
  ),
  ...rowTrigger(
    "item_highlights",
    "update",
    "old.highlights <> new.highlights or (old.shelf_id <> new.shelf_id and new.highlights <> '[]')",
    `${UNINDEX_HIGHLIGHTS} ${INDEX_HIGHLIGHTS}
      ${addBytes("octet_length(new.highlights) - octet_length(old.highlights)", "new")}`,
  ),
];

/** SQL that counts and indexes the existing items, which have no highlights. */
const EXISTING_ITEMS: readonly string[] = [
  `insert into item_tags (shelf_id, name, item_id)
    select shelf_id, tag, id from items cross join lateral json_array_elements_text(tags::json) as tag
    on conflict do nothing`,
  addCounts(countFacets("items", 1)),
];

/** Creates the tables and triggers that count and index properties of items. */
export const ITEM_FACETS: readonly string[] = [...FACETS, ...ITEM_TAGS, ...HIGHLIGHTS, ...EXISTING_ITEMS];
