import { COUNTERS, type CountedTable, PRODUCT_QUOTA, storedBytes } from "../quotas.ts";

/** Number of rows, or parts, that an account's product count is split into. A connection always updates the same. */
const PARTS = 32;

/** Triggers on a table that update its row and byte counters in `libraries`, once per statement. */
export function usageTriggers(table: CountedTable, columns?: readonly string[]): string[] {
  const sums = (rows: string, sign: 1 | -1) =>
    `select account_id, ${sign} * count(*) as rows, ${sign} * sum(${storedBytes(table, "", columns)}) as bytes
      from ${rows} group by account_id`;
  return [
    ...usageTrigger(table, "insert", "new table as arrived", sums("arrived", 1)),
    ...usageTrigger(table, "delete", "old table as gone", sums("gone", -1)),
    ...usageTrigger(
      table,
      "update",
      "old table as gone new table as arrived",
      `${sums("gone", -1)} union all ${sums("arrived", 1)}`,
    ),
  ];
}

function usageTrigger(table: CountedTable, event: string, tables: string, sums: string): string[] {
  const counter = COUNTERS[table];
  const count = counter === undefined ? "" : `${counter} = libraries.${counter} + change.rows, `;
  return [
    `create function ${table}_usage_${event}() returns trigger language plpgsql as $$ begin
      update libraries set ${count}stored_bytes = libraries.stored_bytes + change.bytes
      from (
        select account_id, sum(rows) as rows, sum(bytes) as bytes from (${sums}) as sums
        group by account_id having sum(rows) <> 0 or sum(bytes) <> 0
      ) as change where libraries.account_id = change.account_id;
      return null;
    end $$`,
    `create trigger ${table}_usage_${event} after ${event} on ${table} referencing ${tables}
      for each statement execute function ${table}_usage_${event}()`,
  ];
}

/**
 * The table `product_counts` and the triggers that count the products of each account in it. If all
 * updated one row, concurrent transactions would wait for each other. So a count is the sum of several
 * parts, some of which can be negative. An insert beyond the quota raises a constraint violation.
 */
export const PRODUCT_COUNTS: readonly string[] = [
  `create table product_counts (
    account_id bigint not null references accounts (id),
    part integer not null,
    count bigint not null,
    primary key (account_id, part))`,
  ...productTrigger(
    "insert",
    "new",
    "+ 1",
    `if (select sum(count) from product_counts where account_id = new.created_by) > ${PRODUCT_QUOTA.max}
      then raise check_violation using constraint = '${PRODUCT_QUOTA.constraint}'; end if;`,
  ),
  ...productTrigger("delete", "old", "- 1"),
];

/** A trigger per row: requests insert and delete one product at a time. */
function productTrigger(event: string, row: "new" | "old", change: string, check = ""): string[] {
  return [
    `create function products_counted_${event}() returns trigger language plpgsql as $$ begin
      insert into product_counts (account_id, part, count)
      values (${row}.created_by, pg_backend_pid() % ${PARTS}, ${change})
      on conflict (account_id, part) do update set count = product_counts.count ${change};
      ${check}
      return null;
    end $$`,
    `create trigger products_counted_${event} after ${event} on products for each row
      when (${row}.created_by is not null) execute function products_counted_${event}()`,
  ];
}
