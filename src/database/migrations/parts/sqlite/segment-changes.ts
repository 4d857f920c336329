import { keyOf, MAX_UNSEGMENTED_ITEMS, SORT_COLUMNS, type SortColumn, TEXT_COLUMNS } from "../segments.ts";
import { hasSegments, renew } from "./segments.ts";

const COLUMNS = Object.keys(SORT_COLUMNS) as readonly SortColumn[];

/** SQL: the segment of an item in one order. */
function segmentOf(row: "new" | "old", column: SortColumn): string {
  const [number, text] = keyOf(column, `${row}.${column}`);
  return `select number, text, item_id from item_segments
    where account_id = ${row}.account_id and sorting = '${column}' and shelf_id = 0
      and (number, text, item_id) <= (${number}, ${text}, ${row}.id)
    order by number desc, text desc, item_id desc limit 1`;
}

const changeItem = (column: SortColumn) =>
  `create trigger items_segment_update_${column} after update of shelf_id, ${column} on items
    when (old.shelf_id <> new.shelf_id or old.${column} <> new.${column}) and ${hasSegments("new")} begin
    insert into item_segments (account_id, sorting, shelf_id, number, text, item_id, count)
      select new.account_id, '${column}', shelf_id,
        iif(items < 0, before.number, after.number), iif(items < 0, before.text, after.text),
        iif(items < 0, before.item_id, after.item_id), items
      from (${segmentOf("old", column)}) as before, (${segmentOf("new", column)}) as after, (
        select -1 as items, 0 as shelf_id union all select 1, 0
        union all select -1, old.shelf_id union all select 1, new.shelf_id) as change
      where (before.number, before.text, before.item_id) <> (after.number, after.text, after.item_id)
        or (old.shelf_id <> new.shelf_id and shelf_id <> 0)
      on conflict do update set count = count + excluded.count;
    ${TEXT_COLUMNS.filter((text) => text === column)
      .map(renew)
      .join("")} end`;

/**
 * Triggers that write nothing for an item that stays in its segment and on its shelf, and only the counts of shelves if
 * it moves to another shelf. The ones before subtracted it from all counts, and added it again.
 */
export const SEGMENT_CHANGES: readonly string[] = [
  ...COLUMNS.map((column) => `drop trigger items_segment_update_${column}`),
  ...COLUMNS.map(changeItem),
  "drop trigger libraries_long",
  `create trigger libraries_long after update of item_count on libraries
    when new.item_count > ${MAX_UNSEGMENTED_ITEMS} and old.item_count <= ${MAX_UNSEGMENTED_ITEMS} begin
    update libraries set segments_due = 1 where account_id = new.account_id; end`,
];
