import { sql } from "kysely";
import t from "tap";
import * as listing from "../../src/accounts/listing.ts";
import type { Database } from "../../src/database/database.ts";
import * as itemOrder from "../../src/items/item-order.ts";
import * as scopes from "../../src/items/scope.ts";
import { type Order, SORTINGS } from "../../src/items/sorted-rows.ts";
import { openSeparateDatabase } from "../support/databases.ts";
import { costOf } from "./cost.ts";
import { insertSeedData, LARGE_COLLECTION, LARGE_COLLECTION_OWNER } from "./seed-data.ts";

const SIZE = 9_000;

/** Rows that a statement may read to skip a part of a segment, and those of a page. */
const MAX_ROWS = 2_100;

async function rowsOf(database: Database, work: () => Promise<unknown>): Promise<number> {
  return (await costOf(database, work)).rows;
}

t.test("the last page of a long list reads a segment, not all rows before it", async (t) => {
  const database = await openSeparateDatabase(t);
  await insertSeedData(database, SIZE);
  const orders = Object.keys(SORTINGS) as Order[];
  for (const placeId of [0, LARGE_COLLECTION]) {
    const scope = await scopes.ofAccount(database, LARGE_COLLECTION_OWNER, { placeId, nested: false });
    t.equal(scope.count, SIZE + 1);
    const { rows } = await sql<{ count: number }>`select count(*) as count from item_segments
      where account_id = ${LARGE_COLLECTION_OWNER} and sorting = 'sort' and shelf_id = 0`.execute(database);
    const segments = Number(rows[0]?.count);
    for (const order of orders) {
      const read = await rowsOf(database, () =>
        itemOrder.idsAt(database, scope, order, { first: scope.count - 50, limit: 50 }),
      );
      t.ok(read <= MAX_ROWS + segments, `${order} in ${placeId}: ${read} rows`);
    }
  }
  const page = SIZE / 20;
  const read = await rowsOf(database, () => listing.page(database, { limit: 20, page }));
  t.ok(read <= MAX_ROWS, `users: ${read} rows`);
});
