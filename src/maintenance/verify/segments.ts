import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { ItemSegmentsTable } from "../../database/schema/items.ts";
import { SORT_COLUMNS, type SortColumn } from "../../database/schema/segments.ts";
import { ALL_SHELVES, FIRST_ID } from "../../library/items/segments.ts";
import { restart } from "../../library/segment-removal.ts";
import type { Check, Problem } from "./check.ts";

/** The counts by which a page far from the start of a list of items is found. */
export const SEGMENTS: Check = { name: "pages of items", find: findWrongSegments };

/** Each segment of each list is counted in a statement of its own, so that none takes long. */
async function* findWrongSegments(snapshot: Database): AsyncIterable<Problem> {
  for (
    let accountId = await nextAccount(snapshot, 0);
    accountId > 0;
    accountId = await nextAccount(snapshot, accountId)
  )
    for (const column of Object.keys(SORT_COLUMNS) as SortColumn[])
      if (!(await isRight(snapshot, accountId, column)))
        yield {
          message: `The items of account ${accountId} in the order of ${column} are counted wrongly: pages begin with wrong items.`,
          // The cleanup worker creates new ones.
          repair: (transaction) => restart(transaction, accountId),
        };
}

async function nextAccount(snapshot: Database, after: number): Promise<number> {
  const next = await snapshot
    .selectFrom("item_segments")
    .select("account_id")
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(1)
    .executeTakeFirst();
  return next?.account_id ?? 0;
}

async function isRight(snapshot: Database, accountId: number, column: SortColumn): Promise<boolean> {
  const stored = await snapshot
    .selectFrom("item_segments")
    .select(["shelf_id", "number", "text", "item_id", "count"])
    .where("account_id", "=", accountId)
    .where("sorting", "=", column)
    .orderBy("number")
    .orderBy("text")
    .orderBy("item_id")
    .execute();
  const segments = stored.filter(({ shelf_id }) => shelf_id === ALL_SHELVES);
  if (segments[0]?.item_id !== FIRST_ID) return false;
  const counts = new Map(stored.map((row) => [nameOf(row, row.shelf_id), row.count]));
  for (const [index, segment] of segments.entries()) {
    const shelves = await countItems(snapshot, accountId, column, [segment, segments[index + 1]]);
    const all = { shelf_id: ALL_SHELVES, count: shelves.reduce((sum, { count }) => sum + count, 0) };
    for (const { shelf_id, count } of [all, ...shelves]) {
      const name = nameOf(segment, shelf_id);
      if (counts.get(name) !== count) return false;
      counts.delete(name);
    }
  }
  return counts.size === 0;
}

type Key = Pick<ItemSegmentsTable, "number" | "text" | "item_id">;

/** The items of a segment by shelf. */
async function countItems(
  snapshot: Database,
  accountId: number,
  column: SortColumn,
  [first, next]: readonly [Key, Key | undefined],
) {
  const value = SORT_COLUMNS[column];
  // The first segment has no value that every column can be compared with.
  const from = first.item_id === FIRST_ID ? undefined : { key: first[value], id: first.item_id };
  const to = next && { key: next[value], id: next.item_id };
  const parts = engineOf(snapshot)
    .conditionsOf(column, { from, to })
    .map((condition) => sql`select shelf_id from items where account_id = ${accountId} and ${condition}`);
  const { rows } = await sql<{ shelf_id: number; count: number }>`select shelf_id, count(*) as count
    from (${sql.join(parts, sql` union all `)}) as items group by shelf_id`.execute(snapshot);
  return rows;
}

function nameOf({ number, text, item_id }: Key, shelfId: number): string {
  return JSON.stringify([shelfId, number, text, item_id]);
}
