import { sql } from "kysely";
import * as shelves from "../collections/shelves.ts";
import type { Database, Transaction } from "../database/database.ts";

/** An item with the place that it is in. */
interface Placed {
  readonly id: number;
  readonly placeId: shelves.PlaceId;
}

interface Neighbour {
  readonly id: number;
  readonly sort: number;
}

/** The highest `sort` of an account's items; 0 where it has none. */
export async function highest(database: Database, accountId: number): Promise<number> {
  const first = await database
    .selectFrom("items")
    .select("sort")
    .where("account_id", "=", accountId)
    .orderBy("sort", "desc")
    .limit(1)
    .executeTakeFirst();
  return first?.sort ?? 0;
}

/** Gives an item a place among the items of its collection, where they are listed by `sort`: 0 is the first; beyond the last it is the last. */
export async function give(
  transaction: Transaction,
  accountId: number,
  { id, placeId }: Placed,
  position: number,
): Promise<void> {
  const shelfIds = (await shelves.all(transaction, accountId, [placeId])).map((shelf) => shelf.id);
  const others = transaction
    .selectFrom("items")
    .select(["id", "sort"])
    .where("shelf_id", "in", shelfIds)
    .where("id", "<>", id);
  const sorted = others.orderBy("sort", "desc").orderBy("id", "desc");
  const found =
    position === 0
      ? await sorted.limit(1).execute()
      : await sorted
          .offset(position - 1)
          .limit(2)
          .execute();
  const last = () => others.orderBy("sort").orderBy("id").limit(1).executeTakeFirst();
  const [before, after] = position === 0 ? [undefined, found[0]] : [found[0] ?? (await last()), found[1]];
  const sort = between(before, after);
  if (sort === undefined && after !== undefined) await lift(transaction, shelfIds, after);
  await transaction
    .updateTable("items")
    .set({
      position,
      ...(after && { sort: sort ?? after.sort + 1 }),
      ...(!after && before && { sort: before.sort - 1 }),
    })
    .where("id", "=", id)
    .execute();
}

/** A number between those of two neighbours; undefined where there is none. */
function between(before: Neighbour | undefined, after: Neighbour | undefined): number | undefined {
  if (before === undefined || after === undefined) return after && after.sort + 1;
  const middle = before.sort + (after.sort - before.sort) / 2;
  return before.sort > middle && middle > after.sort ? middle : undefined;
}

/** Makes room for a number above one item, by lifting all that stand before it. */
async function lift(transaction: Transaction, shelfIds: readonly number[], { id, sort }: Neighbour): Promise<void> {
  await transaction
    .updateTable("items")
    .set({ sort: sql<number>`sort + 2` })
    .where("shelf_id", "in", shelfIds)
    .where(({ eb, or, and }) => or([eb("sort", ">", sort), and([eb("sort", "=", sort), eb("id", ">", id)])]))
    .execute();
}
