/**
 * Items as they were before the statement of a bulk change. The foreign key makes the commit of a transaction fail that
 * leaves a row: no account has the id 0.
 */
export const ITEMS_BEFORE = `create table items_before (
  id integer primary key,
  account_id bigint,
  shelf_id bigint,
  created_at bigint,
  important integer,
  broken integer,
  type text,
  tags text,
  media text,
  cover text,
  note text,
  highlights text,
  reminder_at bigint,
  file_id bigint,
  no_account bigint default 0 not null references accounts (id) deferrable initially deferred)`;

/** SQL: the condition of triggers that a bulk change suspends. */
export const IS_SINGLE = "not exists (select 1 from items_before)";

/** The triggers that a bulk change suspends. */
export const SUSPENDED: readonly string[] = [
  "facets_update",
  "item_tags_update",
  "items_move",
  "items_counted_update",
  "items_usage_update",
  "items_version_update",
  "items_insert",
];

/** The statement of `items_insert` that is not suspended, because it depends on other items. */
export const REPEATED_LINKS = `insert or ignore into repeated_links (account_id, link_key)
        select new.account_id, new.link_key where exists (select 1 from items
          where account_id = new.account_id and link_key = new.link_key and id <> new.id);`;

/** The condition of the facet in `items_insert_parts`, which is suspended too. The other statements are for few items. */
export const HAS_FILE = "where new.file_id is not null";
