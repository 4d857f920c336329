import { sql } from "kysely";
import { eachYielding, readAllPages, toSet } from "#contract/scheduling";
import type { SortKey } from "../../database/core/engine.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import { LOWEST_NUMBER, MAX_SEGMENT_ITEMS, SORT_COLUMNS, type SortColumn } from "../../database/schema/segments.ts";

// How a page far from the beginning of a list is found without reading all items before it:
//
// The list of all items of an account in one order is divided into segments of about 1,000 to 2,000 items. The key of a
// segment, a value of the sort column and an id, is not greater than those of its items. Triggers count its items, in
// all and by shelf, so that the counts are right for any set of shelves, whichever places these are in. Both directions
// of an order share the segments.
// Only accounts with more than 10,000 items have segments: counting an item in all orders takes longer than storing it.
// The cleanup worker makes them, and divides those that have grown beyond 2,000 items: see `segment-division.ts`. A change
// of many items removes them first, see `removeForMany`. Where segments begin changes no response.

/** A segment that has items of a list. */
export interface Segment {
  /** Not greater than the sort key of any of its items. Undefined for the first segment of the account. */
  readonly lowest: SortKey | undefined;
  /** Greater than the sort key of any of its items. Undefined if the list has no greater items. */
  readonly above: SortKey | undefined;
  /** How many items of the list come before it. */
  readonly passed: number;
  /** How many items of the list it has. */
  readonly count: number;
}

/** A segment with its number of items of a list. */
interface Counted extends SortKey {
  readonly count: number;
}

/** A list of items: those on some shelves of an account, in one order. */
export interface List {
  readonly accountId: number;
  readonly shelfIds: readonly number[];
  readonly column: SortColumn;
  readonly direction: "asc" | "desc";
}

/** Before this position, reading from the beginning of the list is as fast as finding a segment. */
const MIN_POSITION = MAX_SEGMENT_ITEMS;

/** Maximum counts that a request reads. If more are needed, `find` returns undefined. */
const MAX_COUNTS = 20_000;

/** The `shelf_id` of counts of all items. */
export const ALL_SHELVES = 0;

/** The `item_id` of the first segment of an account. */
export const FIRST_ID = 0;

/** The number of items of a segment that is split off another one. */
export const SEGMENT_ITEMS = MAX_SEGMENT_ITEMS / 2;

/**
 * Finds the segment of a position by adding up counts. Returns undefined if that is no help: near the beginning, in an
 * account without segments, and with very many shelves.
 */
export async function find(database: Database, list: List, position: number): Promise<Segment | undefined> {
  if (position < MIN_POSITION) return undefined;
  const shelves = await shelvesToCount(database, list);
  if (shelves === undefined) return undefined;
  const segments = await countsOf(database, list, shelves);
  let passed = 0;
  for (const [index, { key, id, count }] of segments.entries()) {
    if (position < passed + count) {
      const [before, after] = [segments[index - 1], segments[index + 1]];
      const above = list.direction === "desc" ? before : after;
      // The key of the account's first segment has no value that every column can be compared with.
      return { lowest: id === FIRST_ID ? undefined : { key, id }, above, passed, count };
    }
    passed += count;
  }
  return undefined;
}

/** Shelves whose counts are added, and those whose counts are subtracted, to count the items of a list. */
interface Shelves {
  readonly added: readonly number[];
  readonly subtracted: readonly number[];
}

/** The fewest counts that must be read; undefined if these are too many. */
async function shelvesToCount(database: Database, { accountId, shelfIds }: List): Promise<Shelves | undefined> {
  if (shelfIds.length === 1) return { added: shelfIds, subtracted: [] };
  const shelves = await readAllPages((after, limit) => filledShelves(database, { accountId, after, limit }));
  const wanted = await toSet(shelfIds);
  const [included, others] = [
    { shelves: 0, items: 0 },
    { shelves: 0, items: 0 },
  ];
  const subtracted: number[] = [];
  await eachYielding(shelves, ({ id, count }) => {
    const sums = wanted.has(id) ? included : others;
    sums.shelves += 1;
    sums.items += count;
    if (sums === others) subtracted.push(id);
  });
  const segments = (included.items + others.items) / SEGMENT_ITEMS;
  const cost = (sums: typeof included) => Math.min(sums.shelves * segments, sums.items);
  const [costAdded, costSubtracted] = [cost(included), segments + cost(others)];
  if (Math.min(costAdded, costSubtracted) > MAX_COUNTS) return undefined;
  if (costAdded < costSubtracted) return { added: shelfIds, subtracted: [] };
  return { added: [ALL_SHELVES], subtracted };
}

const filledShelves = prepare((database, value: ValueOf<{ accountId: number; after: number; limit: number }>) =>
  database
    .selectFrom("shelves")
    .select(["id", "count"])
    .where("account_id", "=", value("accountId"))
    .where("count", ">", 0)
    .where("id", ">", value("after"))
    .orderBy("id")
    .limit(value("limit")),
);

/** The segments that have items of a list, in its order. */
async function countsOf(
  database: Database,
  { accountId, column, direction }: List,
  { added, subtracted }: Shelves,
): Promise<Counted[]> {
  const segments = database
    .selectFrom("item_segments")
    .select([`${SORT_COLUMNS[column]} as key`, "item_id as id"])
    .where("account_id", "=", accountId)
    .where("sorting", "=", column)
    .orderBy("number", direction)
    .orderBy("text", direction)
    .orderBy("item_id", direction);
  const [shelf = ALL_SHELVES] = added;
  if (added.length + subtracted.length === 1) {
    return segments.select("count").where("shelf_id", "=", shelf).where("count", ">", 0).execute();
  }
  const isSubtracted = engineOf(database).isOneOf(sql.ref("shelf_id"), subtracted);
  const count = sql<number>`cast(sum(case when ${isSubtracted} then -count else count end) as bigint)`;
  return segments
    .select(count.as("count"))
    .where(engineOf(database).isOneOf(sql.ref("shelf_id"), [...added, ...subtracted]))
    .groupBy(["number", "text", "item_id"])
    .having(count, ">", 0)
    .execute();
}

/** Whether all items of a segment are in the list. */
export async function isWhole(database: Database, { accountId, column }: List, { lowest, count }: Segment) {
  const isNumber = SORT_COLUMNS[column] === "number";
  const number = lowest === undefined ? LOWEST_NUMBER : isNumber ? lowest.key : 0;
  const segment = await database
    .selectFrom("item_segments")
    .select("count")
    .where("account_id", "=", accountId)
    .where("sorting", "=", column)
    .where("shelf_id", "=", ALL_SHELVES)
    .where("number", "=", Number(number))
    .where("text", "=", isNumber || lowest === undefined ? "" : `${lowest.key}`)
    .where("item_id", "=", lowest?.id ?? FIRST_ID)
    .executeTakeFirst();
  return segment?.count === count;
}
