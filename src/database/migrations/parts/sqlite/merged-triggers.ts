import { WRITTEN_ONCE } from "../written-once.ts";

/** A trigger that does the work of several. */
interface Merged {
  readonly name: string;
  /** SQL: its event, table and condition. */
  readonly head: string;
  /** Triggers whose statements it executes. They do nothing where the conditions of these triggers do not hold. */
  readonly bodies: readonly string[];
  /** Triggers with a condition, and statements that have it instead. */
  readonly guarded: Readonly<Record<string, string>>;
}

const ofAccounts = (row: "new" | "old") => `on accounts when ${row}.deleted_at is null`;

const addFile = (row: "new" | "old", change: "+ 1" | "- 1") =>
  `insert into facets (account_id, kind, name, shelf_id, count)
    select ${row}.account_id, 'flag', 'file', ${row}.shelf_id, 1 where ${row}.file_id is not null
    on conflict do update set count = count ${change};`;

const REMOVE_FILE = `${addFile("old", "- 1")} delete from facets where count = 0 and old.file_id is not null;`;

const addBytes = (change: string, row: "new" | "old") =>
  `update libraries set stored_bytes = stored_bytes + (${change})
    where account_id = ${row}.account_id and ${row}.highlights <> '[]';`;

/** Few items have files, pictures or highlights, so their statements are in triggers with a condition. */
export const MERGED: readonly Merged[] = [
  {
    name: "items_insert",
    head: "after insert on items",
    bodies: ["facets_insert", "item_tags_insert", "items_counted_insert", "items_usage_insert"],
    guarded: {
      repeated_links_insert: `insert or ignore into repeated_links (account_id, link_key)
        select new.account_id, new.link_key where exists (select 1 from items
          where account_id = new.account_id and link_key = new.link_key and id <> new.id);`,
    },
  },
  {
    name: "items_insert_parts",
    head: "after insert on items when new.file_id is not null or new.highlights <> '[]'",
    bodies: [],
    guarded: {
      item_files_insert: addFile("new", "+ 1"),
      item_highlights_insert: `insert into item_highlights (account_id, shelf_id, item_id, id, created_at)
        select new.account_id, new.shelf_id, new.id, value ->> 'id', value ->> 'created' from json_each(new.highlights);
        ${addBytes("octet_length(new.highlights) - 2", "new")}`,
    },
  },
  {
    name: "items_delete",
    head: "after delete on items",
    bodies: [
      "facets_delete",
      "item_tags_delete",
      "items_counted_delete",
      "items_usage_delete",
      "items_indexed_delete",
      "repeated_links_delete",
    ],
    guarded: {
      tags_indexed_delete: "delete from tag_index where rowid = old.id and old.tag_words <> '';",
    },
  },
  {
    name: "items_delete_parts",
    head: `after delete on items
      when old.file_id is not null or old.picture_id is not null or old.highlights <> '[]'`,
    bodies: [],
    guarded: {
      item_files_delete: `update files set expires_at = 0 where id = old.file_id; ${REMOVE_FILE}`,
      item_highlights_delete: `delete from item_highlights where account_id = old.account_id and item_id = old.id
          and created_at in (select value ->> 'created' from json_each(old.highlights));
        ${addBytes("2 - octet_length(old.highlights)", "old")}`,
      item_pictures_delete: `insert or ignore into loose_pictures (picture_id)
        select old.picture_id where old.picture_id is not null;`,
    },
  },
  {
    name: "items_move",
    head: "after update of shelf_id on items when old.shelf_id <> new.shelf_id",
    bodies: ["facets_move", "item_tags_move"],
    guarded: { item_files_update: `${REMOVE_FILE} ${addFile("new", "+ 1")}` },
  },
  {
    name: "accounts_insert",
    head: `after insert ${ofAccounts("new")}`,
    bodies: ["accounts_count_insert", "accounts_segment_insert"],
    guarded: {},
  },
  {
    name: "accounts_delete",
    head: `after delete ${ofAccounts("old")}`,
    bodies: ["accounts_count_delete", "accounts_segment_delete"],
    guarded: {},
  },
  {
    name: "accounts_update",
    head: "after update of deleted_at on accounts when (old.deleted_at is null) <> (new.deleted_at is null)",
    bodies: ["accounts_count_update", "accounts_segment_update"],
    guarded: {},
  },
];

/** Triggers without work of their own. */
export const SURPLUS: readonly string[] = [
  ...WRITTEN_ONCE.map((table) => `${table}_usage_update`),
  ...["backup_chunks", "pictures"].map((table) => `${table}_version_update`),
  ...["backup_chunks", "pictures", "collections", "items"].flatMap((table) => [
    `${table}_version_insert`,
    `${table}_version_delete`,
  ]),
];
