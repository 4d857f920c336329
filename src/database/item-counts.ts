/** Triggers of SQLite, for each row. */
export const PER_ROW = [
  `create trigger items_counted_insert after insert on items begin
    update shelves set count = count + 1, broken = broken + new.broken where id = new.shelf_id; end`,
  `create trigger items_counted_delete after delete on items begin
    update shelves set count = count - 1, broken = broken - old.broken where id = old.shelf_id; end`,
  `create trigger items_counted_update after update of shelf_id, broken on items
    when old.shelf_id <> new.shelf_id or old.broken <> new.broken begin
    update shelves set count = count - 1, broken = broken - old.broken where id = old.shelf_id;
    update shelves set count = count + 1, broken = broken + new.broken where id = new.shelf_id; end`,
];

/** Triggers of PostgreSQL, once per statement, so that a thousand items are one update of their shelf. */
export const PER_STATEMENT = [
  ...trigger("insert", "new table as arrived", counted("arrived", 1)),
  ...trigger("delete", "old table as gone", counted("gone", -1)),
  ...trigger(
    "update",
    "old table as gone new table as arrived",
    `${counted("gone", -1)} union all ${counted("arrived", 1)}`,
  ),
];

function counted(rows: string, sign: 1 | -1): string {
  return `select shelf_id, ${sign} * count(*) as items, ${sign} * sum(broken) as broken from ${rows} group by shelf_id`;
}

function trigger(event: string, tables: string, changes: string): string[] {
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
