import { type RawBuilder, sql, type Transaction } from "kysely";
import { type DerivedOfItems, derivedOfItems } from "../core/derived-of-items.ts";
import type { BulkColumn } from "../core/engine.ts";
import type { Schema } from "../schema/schema.ts";
import { indexInsert } from "./item-index.ts";
import { entriesOf, isOneOf, monthOf } from "./sql.ts";

// A trigger runs once for each row. So a statement that changes many items suspends those that keep sums and lists of
// items, and keeps these by the differences between `items_before` and `items`. The triggers do nothing while
// `items_before` has a row. It has one only within a transaction: a foreign key makes a commit fail otherwise.

/** Fewer items are left to the triggers, because that takes fewer statements. */
const MIN_ITEMS = 8;

const DERIVED = Object.values(derivedOfItems({ monthOf, entriesOf }));

/** Of these columns, derived tables need only whether they are empty. */
const BEGINNINGS: ReadonlySet<string> = new Set(["note", "highlights"]);

export async function changeItems<T>(
  transaction: Transaction<Schema>,
  ids: readonly number[],
  columns: readonly BulkColumn[],
  work: () => Promise<T>,
): Promise<T> {
  if (ids.length < MIN_ITEMS) return work();
  const changed: ReadonlySet<string> = new Set(columns);
  const isChanged = isOneOf(sql.ref("id"), ids);
  const affected = DERIVED.filter((derived) => derived.columns.some((column) => changed.has(column)));
  const needed = affected.flatMap((derived) => {
    // All that a shelf has of an item changes when it moves.
    const isMoved = changed.has("shelf_id") && derived.columns.includes("shelf_id");
    return derived.columns.filter((column) => isMoved || changed.has(column));
  });
  const kept = [...new Set(["id", "account_id", "shelf_id", "broken", ...needed])];
  const values = kept.map((column) => (BEGINNINGS.has(column) ? `substr(${column}, 1, 3)` : column));
  await sql`insert into items_before (${sql.raw(kept.join(", "))})
    select ${sql.raw(values.join(", "))} from items where ${isChanged}`.execute(transaction);
  const result = await work();
  for (const derived of affected) await applyChanges(transaction, derived, isChanged, changed);
  // Not all changes reach `libraries`, whose own trigger does this.
  await sql`update table_versions set version = random() where name = 'library'`.execute(transaction);
  await sql`delete from items_before`.execute(transaction);
  return result;
}

export async function insertItems<Row extends { readonly id: number }>(
  transaction: Transaction<Schema>,
  count: number,
  work: () => Promise<Row[]>,
): Promise<Row[]> {
  if (count < MIN_ITEMS) return work();
  // Suspends the triggers; there is no such item.
  await sql`insert into items_before (id) values (0)`.execute(transaction);
  const inserted = await work();
  await sql`delete from items_before`.execute(transaction);
  const isInserted = isOneOf(
    sql.ref("id"),
    inserted.map(({ id }) => id),
  );
  await sql`${sql.raw(indexInsert("items"))} from items where ${isInserted}`.execute(transaction);
  for (const derived of DERIVED) await applyChanges(transaction, derived, isInserted);
  return inserted;
}

/** Writes the rows of a derived table that differ after a change of items from what they would be without it. */
async function applyChanges(
  transaction: Transaction<Schema>,
  { table, key, sums, isOnlyOfItems, rowsOf }: DerivedOfItems,
  isChanged: RawBuilder<unknown>,
  changed?: ReadonlySet<string>,
): Promise<void> {
  const after = rowsOf("items_after", changed);
  // Before they were inserted, items added nothing.
  const before = changed === undefined ? `${after} limit 0` : rowsOf("items_before", changed);
  const withItems = sql`with items_after as (select * from items where ${isChanged})`;
  const names = key.join(", ");
  if (sums.length === 0) {
    const gone = sql`select * from (${sql.raw(before)}) except select * from (${sql.raw(after)})`;
    // Selected once more, because an index finds no rows of a compound select.
    if (changed !== undefined)
      await sql`${withItems} delete from ${sql.table(table)}
        where (${sql.raw(names)}) in (select * from (${gone}))`.execute(transaction);
    await sql`${withItems} insert into ${sql.table(table)} (${sql.raw(names)})
      select * from (${sql.raw(after)}) where true on conflict do nothing`.execute(transaction);
    return;
  }
  const differences = sql.raw(`(select ${names}, ${sums.map((sum) => `sum(sign * ${sum}) as ${sum}`).join(", ")}
    from (select -1 as sign, * from (${before}) union all select 1 as sign, * from (${after}))
    group by ${names} having ${sums.map((sum) => `sum(sign * ${sum}) <> 0`).join(" or ")}) as differences`);
  if (!isOnlyOfItems) {
    const columns = sums.map((sum) => `${sum} = ${table}.${sum} + differences.${sum}`).join(", ");
    await sql`${withItems} update ${sql.table(table)} set ${sql.raw(columns)} from ${differences}
      where ${isSameRow(table, "differences", key)}`.execute(transaction);
    return;
  }
  // The check of a count rejects negative ones, even of rows that are then added to others.
  const totals = sums.map((sum) => `differences.${sum} + coalesce(stored.${sum}, 0)`).join(", ");
  const updates = sums.map((sum) => `${sum} = excluded.${sum}`).join(", ");
  await sql`${withItems} insert into ${sql.table(table)} (${sql.raw(`${names}, ${sums.join(", ")}`)})
    select ${sql.raw(key.map((column) => `differences.${column}`).join(", "))}, ${sql.raw(totals)}
    from ${differences} left join ${sql.table(table)} as stored on ${isSameRow("stored", "differences", key)}
    where true on conflict do update set ${sql.raw(updates)}`.execute(transaction);
  await sql`delete from ${sql.table(table)} where ${sql.raw(sums.map((sum) => `${sum} = 0`).join(" and "))}`.execute(
    transaction,
  );
}

function isSameRow(one: string, other: string, key: readonly string[]): RawBuilder<unknown> {
  return sql.raw(key.map((column) => `${one}.${column} = ${other}.${column}`).join(" and "));
}
