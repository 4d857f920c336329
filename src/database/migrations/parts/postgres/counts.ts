// Triggers run once per statement, not per row: a statement that changes a thousand rows updates
// each counter once.

/**
 * Triggers that keep a table's row count in `row_counts` current. Rows are not counted while their
 * column named `deletedAt` is not null: they are soft-deleted.
 */
export function rowCountTriggers(table: string, deletedAt: string): string[] {
  const count = (rows: string) => `(select count(*) from ${rows} where ${deletedAt} is null)`;
  const createFunction = (event: string, change: string) => `
    create function ${table}_count_${event}() returns trigger language plpgsql as $$
    declare change bigint := ${change};
    begin
      if change <> 0 then update row_counts set count = count + change where name = '${table}'; end if;
      return null;
    end $$`;
  const events = [
    ["insert", "new table as arrived", count("arrived")],
    ["delete", "old table as gone", `- ${count("gone")}`],
    ["update", "old table as gone new table as arrived", `${count("arrived")} - ${count("gone")}`],
  ] as const;
  return events.flatMap(([event, tables, change]) => [
    createFunction(event, change),
    `create trigger ${table}_count_${event} after ${event} on ${table} referencing ${tables}
      for each statement execute function ${table}_count_${event}()`,
  ]);
}

/** Triggers that keep the columns `count` (items) and `broken` (broken items) of each shelf current. */
export const ITEM_COUNT_TRIGGERS: readonly string[] = [
  ...itemCountTrigger("insert", "new table as arrived", countByShelf("arrived", 1)),
  ...itemCountTrigger("delete", "old table as gone", countByShelf("gone", -1)),
  ...itemCountTrigger(
    "update",
    "old table as gone new table as arrived",
    `${countByShelf("gone", -1)} union all ${countByShelf("arrived", 1)}`,
  ),
];

/** SQL: the items and broken items per shelf among `rows`, negative if `sign` is -1. */
function countByShelf(rows: string, sign: 1 | -1): string {
  return `select shelf_id, ${sign} * count(*) as items, ${sign} * sum(broken) as broken from ${rows} group by shelf_id`;
}

function itemCountTrigger(event: string, tables: string, changes: string): string[] {
  return [
    `create function items_counted_${event}() returns trigger language plpgsql as $$ begin
      update shelves set count = shelves.count + change.items, broken = shelves.broken + change.broken
      from (
        select shelf_id, sum(items) as items, sum(broken) as broken from (${changes}) as changes
        group by shelf_id having sum(items) <> 0 or sum(broken) <> 0
      ) as change where shelves.id = change.shelf_id;
      return null;
    end $$`,
    `create trigger items_counted_${event} after ${event} on items referencing ${tables}
      for each statement execute function items_counted_${event}()`,
  ];
}
