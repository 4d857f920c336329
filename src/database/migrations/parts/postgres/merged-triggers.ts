import { WRITTEN_ONCE } from "../written-once.ts";

/** Triggers that run once per statement, in the order in which they ran. */
const MERGED: Readonly<Record<string, readonly string[]>> = {
  items: ["facets", "items_counted", "items_segment", "items_usage"],
  accounts: ["accounts_count", "accounts_segment"],
};

const ROWS = {
  insert: "new table as arrived",
  update: "old table as gone new table as arrived",
  delete: "old table as gone",
};

/** A function that executes those of other triggers, each as a block of its own, which therefore must not return. */
function merge(table: string, triggers: readonly string[], event: keyof typeof ROWS): string[] {
  const functions = triggers.map((trigger) => `${trigger}_${event}`);
  return [
    `do $$ declare work text; begin
      select string_agg(replace(prosrc, 'return null;', '') || ';', ' ' order by proname) into strict work from pg_proc
      where pronamespace = current_schema()::regnamespace and proname in (${functions.map((name) => `'${name}'`).join(", ")});
      execute format('create function ${table}_${event}() returns trigger language plpgsql as %L',
        'begin ' || work || ' return null; end');
    end $$`,
    `create trigger ${table}_${event} after ${event} on ${table} referencing ${ROWS[event]}
      for each statement execute function ${table}_${event}()`,
    ...functions.flatMap((name) => [`drop trigger ${name} on ${table}`, `drop function ${name}`]),
  ];
}

export const MERGED_TRIGGERS: readonly string[] = [
  ...WRITTEN_ONCE.flatMap((table) => [
    `drop trigger ${table}_usage_update on ${table}`,
    `drop function ${table}_usage_update`,
  ]),
  ...["backup_chunks", "pictures"].map((table) => `drop trigger ${table}_version on ${table}`),
  ...Object.entries(MERGED).flatMap(([table, triggers]) =>
    (["insert", "update", "delete"] as const).flatMap((event) => merge(table, triggers, event)),
  ),
];
