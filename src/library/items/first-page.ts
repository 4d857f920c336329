import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import { type Item, selectItems } from "./item.ts";
import { PAGE_LENGTHS, type Range } from "./item-order.ts";
import { type Scope, visibleIn } from "./scope.ts";
import { isIndexedShelf, type Order, SORTINGS, type Sorting } from "./sorted-rows.ts";

/** How many items the statements read. As literals: with a parameter as its limit, each execution may plan again. */
const SIZES = [PAGE_LENGTHS.default, PAGE_LENGTHS.max];

/**
 * Reads the first page of a single shelf, which most requests are for, in one statement. Returns undefined if the scope
 * or the range is another one, or no index has this order.
 */
export async function firstPage(
  database: Database,
  scope: Scope,
  order: Order,
  { first, limit }: Range,
): Promise<Item[] | undefined> {
  const sorting = SORTINGS[order];
  const [shelfId = 0] = scope.shelfIds;
  const size = SIZES.find((size) => limit <= size);
  if (first > 0 || size === undefined || !isIndexedShelf(scope, sorting)) return undefined;
  const items = await statements.get(size)?.get(sorting)?.(database, { shelfId });
  return items && visibleIn(scope, items).slice(0, limit);
}

const statements = new Map(SIZES.map((size) => [size, prepareAll(size)]));

function prepareAll(size: number) {
  return new Map(Object.values(SORTINGS).map((sorting) => [sorting, prepareFirst(sorting, size)]));
}

function prepareFirst({ column, direction }: Sorting, size: number) {
  return prepare((database, value: ValueOf<{ shelfId: number }>) => {
    const ids = database
      .selectFrom("items")
      .select("id")
      .where("shelf_id", "=", value("shelfId"))
      .orderBy(column, direction)
      .orderBy("id", direction)
      .limit(sql.lit(size));
    return selectItems(database)
      .where("items.id", "in", ids)
      .orderBy(`items.${column}`, direction)
      .orderBy("items.id", direction);
  });
}
