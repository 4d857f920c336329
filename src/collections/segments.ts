import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { isOneOf } from "../database/dialect.ts";
import { MAX_SEGMENT_ITEMS, SORT_COLUMNS, type SortColumn } from "../database/segments.ts";

// How a page far from the beginning of a list is found without reading all items before it:
//
// The list of all items of an account in one order is divided into segments of about 1,000 items. The key of a segment,
// a value of the sort column and an id, is not greater than those of its items. Triggers count its items, in all and by
// shelf, so that the counts are right for any set of shelves, whichever places these are in. Both directions of an
// order share the segments.
// Only accounts with more than 2,000 items have segments. The cleanup worker makes them, and divides those that have
// grown beyond 2,000 items: see `segment-division.ts`. Where segments begin changes no response.

/** A value of the sort column and an item's id: a position between two items. */
export interface SortKey {
  readonly key: string | number;
  readonly id: number;
}

/** A sort key, and the number of items that come before it in a list. */
export interface Start {
  readonly at: SortKey;
  readonly passed: number;
}

/** A list of items: those on some shelves of an account, in one order. */
export interface List {
  readonly accountId: number;
  readonly shelfIds: readonly number[];
  readonly column: SortColumn;
  readonly direction: "asc" | "desc";
}

/** An item before this position is as far from the beginning of the list as from the beginning of its segment. */
const MIN_POSITION = MAX_SEGMENT_ITEMS;

/** With so few shelves, their counts are read without looking for a shorter way. */
const FEW_SHELVES = 10;

/** Maximum counts that a request reads; beyond, `findStart` finds none. */
const MAX_COUNTS = 20_000;

/** The fewest items that a segment has when it is made. */
export const SEGMENT_ITEMS = MAX_SEGMENT_ITEMS / 2;

/**
 * Finds a key that is at most a segment before a position. Undefined if that would not help: near the beginning, in an
 * account without segments, and with very many shelves.
 */
export async function findStart(database: Database, list: List, position: number): Promise<Start | undefined> {
  if (position < MIN_POSITION) return undefined;
  const counts = await countsOf(database, list);
  if (counts === undefined) return undefined;
  const { column, direction } = list;
  const [order, reverse] = direction === "asc" ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  // What comes before the key of a segment: in descending order, the items of the segment itself too.
  const passed = direction === "asc" ? sql`sum(count) over up_to_this - count` : sql`sum(count) over up_to_this`;
  const { rows } = await sql<{ key: string | number; id: number; passed: number }>`
    select ${sql.ref(SORT_COLUMNS[column])} as key, item_id as id, passed from (
      select number, text, item_id, cast(${passed} as bigint) as passed from (${counts}) as counts
      window up_to_this as (order by number ${order}, text ${order}, item_id ${order})
    ) as segments where passed <= ${position} and item_id <> ${sql.lit(0)}
    order by passed desc, number ${reverse}, text ${reverse}, item_id ${reverse} limit ${sql.lit(1)}`.execute(database);
  const [found] = rows;
  return found && { at: { key: found.key, id: found.id }, passed: found.passed };
}

/** SQL: the number of items of a list in each segment that has any; undefined if there are too many counts to read. */
async function countsOf(
  database: Database,
  { accountId, column, shelfIds }: List,
): Promise<RawBuilder<unknown> | undefined> {
  const rows = (shelves: RawBuilder<SqlBool>, count = sql`count`) => sql`select number, text, item_id, ${count} as count
    from item_segments where account_id = ${accountId} and sorting = ${sql.lit(column)} and ${shelves}`;
  const sums = (shelves: RawBuilder<SqlBool>, count: RawBuilder<unknown>) =>
    sql`${rows(shelves, sql`sum(${count})`)} group by number, text, item_id`;
  const isShelf = (ids: readonly number[]) => isOneOf(database, sql.ref("shelf_id"), ids);
  const [first = 0] = shelfIds;
  if (shelfIds.length === 1) return rows(sql`shelf_id = ${first}`);
  if (shelfIds.length <= FEW_SHELVES) return sums(isShelf(shelfIds), sql`count`);
  const shelves = await database
    .selectFrom("shelves")
    .select(["id", "count"])
    .where("account_id", "=", accountId)
    .where("count", ">", 0)
    .execute();
  const wanted = new Set(shelfIds);
  const included = shelves.filter(({ id }) => wanted.has(id));
  const others = shelves.filter(({ id }) => !wanted.has(id));
  const segments = itemsOn(shelves) / SEGMENT_ITEMS;
  const cost = (some: typeof shelves) => Math.min(some.length * segments, itemsOn(some));
  if (Math.min(cost(included), cost(others)) > MAX_COUNTS) return undefined;
  if (cost(included) <= cost(others)) return sums(isShelf(shelfIds), sql`count`);
  // All items without those on other shelves.
  const count = sql`case shelf_id when 0 then count else -count end`;
  return sums(isShelf([0, ...others.map(({ id }) => id)]), count);
}

function itemsOn(shelves: readonly { readonly count: number }[]): number {
  return shelves.reduce((sum, { count }) => sum + count, 0);
}
