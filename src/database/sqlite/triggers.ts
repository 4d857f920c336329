/** Triggers that keep `row_counts` equal to the number of rows whose `deletedAt` column is null. */
export function rowCountTriggers(table: string, deletedAt: string): string[] {
  const [before, after] = [`old.${deletedAt} is null`, `new.${deletedAt} is null`];
  const add = (change: string) => `update row_counts set count = count + ${change} where name = '${table}';`;
  return [
    `create trigger ${table}_count_insert after insert on ${table} when ${after} begin ${add("1")} end`,
    `create trigger ${table}_count_delete after delete on ${table} when ${before} begin ${add("-1")} end`,
    `create trigger ${table}_count_update after update of ${deletedAt} on ${table} when (${before}) <> (${after})
      begin ${add(`(${after}) - (${before})`)} end`,
  ];
}

/** Triggers that keep `count` and `broken` of each shelf equal to its items. */
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
