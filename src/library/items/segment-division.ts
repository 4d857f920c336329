import { type SqlBool, sql } from "kysely";
import type { SortKey } from "../../database/core/engine.ts";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { ItemSegmentsTable } from "../../database/schema/items.ts";
import { LOWEST_NUMBER, MAX_SEGMENT_ITEMS, SORT_COLUMNS, type SortColumn } from "../../database/schema/segments.ts";
import * as library from "../library.ts";
import { remove } from "../segment-removal.ts";
import { ALL_SHELVES, FIRST_ID, SEGMENT_ITEMS } from "./segments.ts";

/** Rows per insert: few enough for the parameters of one statement. */
const ROWS_PER_INSERT = 1_000;

type Segment = Pick<ItemSegmentsTable, "sorting" | "number" | "text" | "item_id" | "count">;

type Key = Pick<ItemSegmentsTable, "number" | "text" | "item_id">;

interface SortedItem extends SortKey {
  readonly shelf_id: number;
}

const COLUMNS = Object.keys(SORT_COLUMNS) as readonly SortColumn[];

/** The accounts whose segments are to be made or divided. */
export function selectDue(database: Database) {
  return database.selectFrom("libraries").select("account_id").where("segments_due", "=", sql.lit(1));
}

/** The first account whose segments are to be made or divided. */
export async function findDue(database: Database): Promise<number | undefined> {
  const due = await selectDue(database).orderBy("account_id").limit(1).executeTakeFirst();
  return due?.account_id;
}

/** Makes the first segments of an account, or divides one that is too long. One step of several. */
export async function divide(database: Database, accountId: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await library.lock(transaction, accountId);
    const long = await findLong(transaction, accountId);
    if (long !== undefined) await divideSegment(transaction, accountId, long);
    else if (!(await makeFirst(transaction, accountId))) await markDone(transaction, accountId);
  });
}

async function findLong(transaction: Transaction, accountId: number): Promise<Segment | undefined> {
  return transaction
    .selectFrom("item_segments")
    .select(["sorting", "number", "text", "item_id", "count"])
    .where("account_id", "=", accountId)
    .where("sorting", "in", COLUMNS)
    .where("shelf_id", "=", ALL_SHELVES)
    .where("count", ">", MAX_SEGMENT_ITEMS)
    .limit(1)
    .executeTakeFirst();
}

/** Makes the first segment of each list, which has all items. Returns false if there are segments. */
async function makeFirst(transaction: Transaction, accountId: number): Promise<boolean> {
  const existing = await transaction
    .selectFrom("item_segments")
    .select("sorting")
    .where("account_id", "=", accountId)
    .limit(1)
    .executeTakeFirst();
  if (existing !== undefined) return false;
  const shelves = await transaction
    .selectFrom("shelves")
    .select(["id", "count"])
    .where("account_id", "=", accountId)
    .where("count", ">", 0)
    .execute();
  const count = shelves.reduce((sum, shelf) => sum + shelf.count, 0);
  const first = { number: Number(LOWEST_NUMBER), text: "", item_id: FIRST_ID };
  const counts = [{ id: ALL_SHELVES, count }, ...shelves];
  const rows = counts.flatMap(({ id, count }) =>
    COLUMNS.map((sorting) => ({ ...first, account_id: accountId, sorting, shelf_id: id, count })),
  );
  await addCounts(transaction, rows);
  return true;
}

/** Makes a segment of the last 1,000 items of one. Reads only these. */
async function divideSegment(transaction: Transaction, accountId: number, segment: Segment): Promise<void> {
  const items = await lastItems(transaction, accountId, segment);
  const first = items.at(-1);
  const { sorting, number, text, item_id } = segment;
  // The counts are wrong. Without segments, pages are read from the beginning.
  if (first === undefined || items.length < SEGMENT_ITEMS || first.id === item_id) {
    await remove(transaction, accountId);
    return markDone(transaction, accountId);
  }
  const change = (key: Key, shelf_id: number, count: number): ItemSegmentsTable => {
    return { account_id: accountId, sorting, ...key, shelf_id, count };
  };
  const rows = [...countByShelf(items)].flatMap(([shelfId, count]) => [
    change(keyOf(first), shelfId, count),
    change({ number, text, item_id }, shelfId, -count),
  ]);
  await addCounts(transaction, rows);
}

/** The last items of a segment, the last one first. */
async function lastItems(
  transaction: Transaction,
  accountId: number,
  { sorting, number, text, item_id }: Segment,
): Promise<SortedItem[]> {
  const next = await transaction
    .selectFrom("item_segments")
    .select(["number", "text", "item_id"])
    .where("account_id", "=", accountId)
    .where("sorting", "=", sorting)
    .where("shelf_id", "=", ALL_SHELVES)
    .where(sql<SqlBool>`(number, text, item_id) > (${number}, ${text}, ${item_id})`)
    .orderBy("number")
    .orderBy("text")
    .orderBy("item_id")
    .limit(1)
    .executeTakeFirst();
  const keyOfSegment = (key: Key) => ({ key: key[SORT_COLUMNS[sorting]], id: key.item_id });
  // The first segment has no value that every column can be compared with.
  const from = item_id === FIRST_ID ? undefined : keyOfSegment({ number, text, item_id });
  const to = next && keyOfSegment(next);
  const items: SortedItem[] = [];
  for (const condition of engineOf(transaction).conditionsOf(sorting, { from, to }).reverse()) {
    const rows = await transaction
      .selectFrom("items")
      .select(["id", "shelf_id", `${sorting} as key`])
      .where("account_id", "=", accountId)
      .where(condition)
      .orderBy(sorting, "desc")
      .orderBy("id", "desc")
      .limit(SEGMENT_ITEMS - items.length)
      .execute();
    items.push(...rows);
    if (items.length === SEGMENT_ITEMS) break;
  }
  return items;
}

function keyOf({ key, id }: SortedItem): Key {
  const values = typeof key === "number" ? { number: key, text: "" } : { number: 0, text: key };
  return { ...values, item_id: id };
}

/** The number of items on each shelf, and on all. */
function countByShelf(items: readonly SortedItem[]): Map<number, number> {
  const counts = new Map([[ALL_SHELVES, items.length]]);
  for (const { shelf_id } of items) counts.set(shelf_id, (counts.get(shelf_id) ?? 0) + 1);
  return counts;
}

/** Adds to counts, which may be new. */
async function addCounts(transaction: Transaction, rows: readonly ItemSegmentsTable[]): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT) {
    await transaction
      .insertInto("item_segments")
      .values(rows.slice(first, first + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict
          .columns(["account_id", "sorting", "shelf_id", "number", "text", "item_id"])
          .doUpdateSet({ count: sql<number>`item_segments.count + excluded.count` }),
      )
      .execute();
  }
}

/** Marks that an account has no segment to divide. */
async function markDone(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.updateTable("libraries").set({ segments_due: 0 }).where("account_id", "=", accountId).execute();
}
