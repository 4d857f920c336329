import { sql } from "kysely";
import t from "tap";
import { inTransaction, type Transaction } from "../../src/database/database.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import { addOwner, ITEM } from "../library/library.ts";
import { engine, openSeparateDatabase } from "../support/databases.ts";

const COUNT = 1_000;
/** Without the index of links, each item would read 500 others on average. */
const MOST_ROWS_PER_ITEM = 50;

/** The rows of a table that this transaction has read so far, those that it did not need included. */
async function readBy(transaction: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select cast(seq_tup_read + idx_tup_fetch as bigint) as rows
    from pg_stat_xact_user_tables where schemaname = current_schema() and relname = ${table}`.execute(transaction);
  return Number(rows[0]?.rows ?? 0);
}

// PostgreSQL plans the statements of triggers when they are first executed, and keeps the plans.
const onPostgres = { skip: engine === "sqlite" && "SQLite does not plan by the size of a table" };

t.test("the first import into an empty database reads few rows for each item", onPostgres, async (t) => {
  const database = await openSeparateDatabase(t);
  const owner = await addOwner(database, "owner");
  const inputs = Array.from({ length: COUNT }, (_, index) => ({ ...ITEM, link: `https://example.com/${index}` }));
  const rows = await inTransaction(database, async (transaction) => {
    await items.createMany(transaction, () => 0, owner, inputs);
    return readBy(transaction, "items");
  });
  t.ok(rows <= COUNT * MOST_ROWS_PER_ITEM, `${rows} rows`);
});

t.test("the first changes of the tags of many items read few rows for each item", onPostgres, async (t) => {
  const database = await openSeparateDatabase(t);
  const owner = await addOwner(database, "owner");
  const tagged = Array.from({ length: COUNT }, (_, index) => ({ ...ITEM, tags: ["reading", `tag${index}`] }));
  const inUnsorted = { placeId: -1, nested: false, ids: undefined };
  const rows = await inTransaction(database, async (transaction) => {
    await items.createMany(transaction, () => 0, owner, tagged);
    for (const tags of [["first"], ["second"], []])
      await bulk.update(transaction, () => 0, owner, inUnsorted, { tags });
    return readBy(transaction, "item_tags");
  });
  t.ok(rows <= COUNT * MOST_ROWS_PER_ITEM, `${rows} rows`);
});
