/** Triggers that keep a table's row count in `row_counts`, without soft-deleted rows (`deletedAt` is not null). */
export function rowCountTriggers(table: string, deletedAt: string): string[] {
  const [wasCounted, isCounted] = [`old.${deletedAt} is null`, `new.${deletedAt} is null`];
  const addToCount = (change: string) => `update row_counts set count = count + ${change} where name = '${table}';`;
  return [
    `create trigger ${table}_count_insert after insert on ${table} when ${isCounted} begin ${addToCount("1")} end`,
    `create trigger ${table}_count_delete after delete on ${table} when ${wasCounted} begin ${addToCount("-1")} end`,
    `create trigger ${table}_count_update after update of ${deletedAt} on ${table} when (${wasCounted}) <> (${isCounted})
      begin ${addToCount(`(${isCounted}) - (${wasCounted})`)} end`,
  ];
}

/** Triggers that keep the columns `count` (items) and `broken` (broken items) of each shelf current. */
export const ITEM_COUNT_TRIGGERS: readonly string[] = [
  `create trigger items_counted_insert after insert on items begin
    update shelves set count = count + 1, broken = broken + new.broken where id = new.shelf_id; end`,
  `create trigger items_counted_delete after delete on items begin
    update shelves set count = count - 1, broken = broken - old.broken where id = old.shelf_id; end`,
  `create trigger items_counted_update after update of shelf_id, broken on items
    when old.shelf_id <> new.shelf_id or old.broken <> new.broken begin
    update shelves set count = count - 1, broken = broken - old.broken where id = old.shelf_id;
    update shelves set count = count + 1, broken = broken + new.broken where id = new.shelf_id; end`,
];
