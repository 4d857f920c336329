import { sql } from "kysely";
import t from "tap";
import * as listing from "../../src/accounts/listing.ts";
import type { Database } from "../../src/database/database.ts";
import { findWithFile, UPLOADED } from "../../src/library/export/zip.ts";
import * as existingLinks from "../../src/library/items/existing-links.ts";
import { toColumns } from "../../src/library/items/item.ts";
import * as itemOrder from "../../src/library/items/item-order.ts";
import { linkKeyOf } from "../../src/library/items/link-key.ts";
import * as scopes from "../../src/library/items/scope.ts";
import { type Order, SORTINGS } from "../../src/library/items/sorted-rows.ts";
import * as library from "../../src/library/library.ts";
import * as placement from "../../src/library/placement.ts";
import { analyse, openSeparateDatabase } from "../support/databases.ts";
import { costOf } from "./cost.ts";
import { insertSeedData, LARGE_COLLECTION, LARGE_COLLECTION_OWNER } from "./seed-data.ts";

const SIZE = 9_000;

/** Rows that statements may read besides those of the result. */
const TOLERATED = 10;

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

t.test("items with an uploaded file are found without reading the others", async (t) => {
  const database = await openSeparateDatabase(t);
  await insertSeedData(database, SIZE);
  const accountId = LARGE_COLLECTION_OWNER;
  const file = { account_id: accountId, name: "a.txt", type: "text/plain", size: 1 };
  const { id: fileId } = await database.insertInto("files").values(file).returning("id").executeTakeFirstOrThrow();
  const { id } = await library.change(database, accountId, async (transaction) => {
    const shelf_id = await placement.getShelfId(transaction, accountId, placement.UNSORTED, "collection");
    const content = { link: "https://example.com/", title: "A file", excerpt: "", note: "", type: "document" } as const;
    const rest = { tags: [], media: [], highlights: [], cover: "", important: false, broken: false, reminderAt: null };
    const columns = toColumns({ ...content, ...rest });
    const times = { sort: 1, position: 0, created_at: 0, updated_at: 0 };
    const row = { account_id: accountId, shelf_id, ...columns, ...times, file_id: fileId };
    return transaction.insertInto("items").values(row).returning("id").executeTakeFirstOrThrow();
  });
  await analyse(database);
  const scope = await scopes.ofAccount(database, accountId, { placeId: placement.EVERYTHING, nested: false });
  let found: readonly number[] = [];
  const read = await rowsOf(database, async () => {
    found = await findWithFile(database, scope, UPLOADED, undefined);
  });
  t.same(found, [id]);
  t.ok(read <= TOLERATED, `${read} rows`);
});

t.test("an existing link is found without reading its newer copies", async (t) => {
  const database = await openSeparateDatabase(t);
  await insertSeedData(database, SIZE);
  const [first] = await database
    .selectFrom("items")
    .select("id")
    .where("account_id", "=", LARGE_COLLECTION_OWNER)
    .orderBy("id")
    .limit(1)
    .execute();
  const link = "https://example.com/again";
  await database
    .updateTable("items")
    .set({ link_key: linkKeyOf(link) })
    .where("account_id", "=", LARGE_COLLECTION_OWNER)
    .execute();
  await analyse(database);
  let found: readonly existingLinks.ExistingLink[] = [];
  const read = await rowsOf(database, async () => {
    found = await existingLinks.find(database, LARGE_COLLECTION_OWNER, [link, "https://example.com/other"]);
  });
  t.same(found, [{ link, id: first?.id }]);
  t.ok(read <= TOLERATED, `${read} rows`);
});
