import {
  ACCOUNTS_PER_SEGMENT,
  keyOf,
  MAX_SEGMENT_ITEMS,
  SORT_COLUMNS,
  type SortColumn,
  TEXT_COLUMNS,
} from "../segments.ts";

const COLUMNS = Object.keys(SORT_COLUMNS) as readonly SortColumn[];

const addAccounts = (row: "new" | "old", change: string) =>
  `insert into account_segments (first_id, count)
    values (${row}.id - ${row}.id % ${ACCOUNTS_PER_SEGMENT}, ${change})
    on conflict do update set count = count + ${change};`;

/** The table `account_segments` counts the accounts that are not deleted, by thousands of ids. */
const ACCOUNT_SEGMENTS: readonly string[] = [
  "create table account_segments (first_id integer not null primary key, count bigint not null)",
  `insert into account_segments (first_id, count)
    select id - id % ${ACCOUNTS_PER_SEGMENT}, count(*) from accounts where deleted_at is null group by 1`,
  `create trigger accounts_segment_insert after insert on accounts when new.deleted_at is null
    begin ${addAccounts("new", "1")} end`,
  `create trigger accounts_segment_delete after delete on accounts when old.deleted_at is null
    begin ${addAccounts("old", "-1")} end`,
  `create trigger accounts_segment_update after update of deleted_at on accounts
    when (old.deleted_at is null) <> (new.deleted_at is null)
    begin ${addAccounts("new", "(new.deleted_at is null) - (old.deleted_at is null)")} end`,
];

/** Adds to the segment of an item in one order: to its count of all items, and to that of the item's shelf. */
function addItem(row: "new" | "old", column: SortColumn, change: 1 | -1): string {
  const [number, text] = keyOf(column, `${row}.${column}`);
  return `insert into item_segments (account_id, sorting, shelf_id, number, text, item_id, count)
    select ${row}.account_id, '${column}', shelf.column1, number, text, item_id, ${change} from (
      select number, text, item_id from item_segments
      where account_id = ${row}.account_id and sorting = '${column}' and shelf_id = 0
        and (number, text, item_id) <= (${number}, ${text}, ${row}.id)
      order by number desc, text desc, item_id desc limit 1), (values (0), (${row}.shelf_id)) as shelf
    where true on conflict do update set count = count + ${change};`;
}

/**
 * Gives a segment that begins with a text which its item no longer has the key of its next item: what a user deletes must
 * not stay as a key.
 */
export function renew(column: (typeof TEXT_COLUMNS)[number]): string {
  const isOld = `number = 0 and text = old.${column} and item_id = old.id`;
  const isOfList = `account_id = old.account_id and sorting = '${column}'`;
  return `update item_segments set (text, item_id) = (select ${column}, id from items
      where account_id = old.account_id and (${column} > old.${column} or (${column} = old.${column} and id > old.id))
      order by ${column}, id limit 1)
    where ${isOfList} and ${isOld} and shelf_id in (
      select id from (select 0 as id union all select id from shelves where account_id = old.account_id)
      where exists (select 1 from item_segments where ${isOfList} and shelf_id = 0 and ${isOld})
        and not exists (select 1 from items where id = old.id and ${column} = old.${column}));`;
}

/** SQL: whether the account of an item has segments. */
export const hasSegments = (row: "new" | "old") =>
  `exists (select 1 from item_segments where account_id = ${row}.account_id)`;

const changeItem = (column: SortColumn) =>
  `create trigger items_segment_update_${column} after update of shelf_id, ${column} on items
    when (old.shelf_id <> new.shelf_id or old.${column} <> new.${column}) and ${hasSegments("new")}
    begin ${addItem("old", column, -1)} ${addItem("new", column, 1)}
      ${TEXT_COLUMNS.filter((text) => text === column)
        .map(renew)
        .join("")} end`;

/**
 * The table `item_segments` divides the lists of items of an account, one for each order, into segments: an item is in
 * the last one whose first key is not greater. Triggers count the items of each segment and shelf; `shelf_id` 0 is
 * all shelves. They ask for segments to be made or divided by setting `libraries.segments_due`.
 */
const ITEM_SEGMENTS: readonly string[] = [
  `create table item_segments (
    account_id bigint not null,
    sorting text not null,
    shelf_id bigint not null,
    number double precision not null,
    text text not null,
    item_id bigint not null,
    count bigint not null,
    primary key (account_id, sorting, shelf_id, number, text, item_id)) without rowid`,
  `create trigger items_segment_insert after insert on items when ${hasSegments("new")}
    begin ${COLUMNS.map((column) => addItem("new", column, 1)).join(" ")} end`,
  `create trigger items_segment_delete after delete on items when ${hasSegments("old")}
    begin ${COLUMNS.map((column) => addItem("old", column, -1)).join(" ")} ${TEXT_COLUMNS.map(renew).join(" ")} end`,
  ...COLUMNS.map(changeItem),
  // The first segment of a list, whose `item_id` is 0, stays when it is empty.
  `create trigger item_segments_empty after update of count on item_segments
    when new.count = 0 and (new.shelf_id <> 0 or new.item_id <> 0) begin
    delete from item_segments where account_id = new.account_id and sorting = new.sorting
      and shelf_id = new.shelf_id and number = new.number and text = new.text and item_id = new.item_id; end`,
  `create trigger item_segments_long after update of count on item_segments
    when new.shelf_id = 0 and new.count > ${MAX_SEGMENT_ITEMS} and old.count <= ${MAX_SEGMENT_ITEMS} begin
    update libraries set segments_due = 1 where account_id = new.account_id; end`,
  `create trigger libraries_long after update of item_count on libraries
    when new.item_count > ${MAX_SEGMENT_ITEMS} and old.item_count <= ${MAX_SEGMENT_ITEMS} begin
    update libraries set segments_due = 1 where account_id = new.account_id; end`,
];

/** Creates the tables and triggers that count accounts and items by segments. */
export const SEGMENTS: readonly string[] = [...ACCOUNT_SEGMENTS, ...ITEM_SEGMENTS];
