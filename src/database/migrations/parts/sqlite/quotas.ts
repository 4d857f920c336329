import { COUNTERS, type CountedTable, PRODUCT_QUOTA, STORED_COLUMNS, storedBytes } from "../quotas.ts";

/** Triggers on a table that update its row and byte counters in `libraries`. */
export function usageTriggers(table: CountedTable, columns: readonly string[] = STORED_COLUMNS[table]): string[] {
  const counter = COUNTERS[table];
  const change = (row: "new" | "old", sign: "+" | "-") => {
    const count = counter === undefined ? "" : `${counter} = ${counter} ${sign} 1, `;
    return `update libraries set ${count}stored_bytes = stored_bytes ${sign} (${storedBytes(table, `${row}.`, columns)})
      where account_id = ${row}.account_id;`;
  };
  return [
    `create trigger ${table}_usage_insert after insert on ${table} begin ${change("new", "+")} end`,
    `create trigger ${table}_usage_delete after delete on ${table} begin ${change("old", "-")} end`,
    `create trigger ${table}_usage_update after update of ${columns.join(", ")} on ${table} begin
      update libraries set stored_bytes = stored_bytes
        + (${storedBytes(table, "new.", columns)}) - (${storedBytes(table, "old.", columns)})
      where account_id = new.account_id; end`,
  ];
}

/**
 * The table `product_counts` and the triggers that count the products of each account in it. All
 * writers share one connection, so one part, 0, is enough. An insert beyond the quota violates the check.
 */
export const PRODUCT_COUNTS: readonly string[] = [
  `create table product_counts (
    account_id bigint not null references accounts (id),
    part integer not null,
    count bigint not null constraint ${PRODUCT_QUOTA.constraint} check (count <= ${PRODUCT_QUOTA.max}),
    primary key (account_id, part))`,
  `create trigger products_counted_insert after insert on products when new.created_by is not null begin
    insert into product_counts (account_id, part, count) values (new.created_by, 0, 1)
    on conflict (account_id, part) do update set count = count + 1; end`,
  `create trigger products_counted_delete after delete on products when old.created_by is not null begin
    update product_counts set count = count - 1 where account_id = old.created_by and part = 0; end`,
];
