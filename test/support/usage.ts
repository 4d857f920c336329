import { sql } from "kysely";
import type { Database } from "../../src/database/database.ts";

/** Totals of an account: its collections, its items, and the bytes of their text, pictures and undo steps. */
export interface Usage {
  readonly collection_count: number;
  readonly item_count: number;
  readonly stored_bytes: number;
  /** Pairs of a shelf and a tag of its items. */
  readonly tag_count: number;
}

const ITEM_BYTES = ["link", "title", "excerpt", "note", "cover", "tags", "media", "search_text", "highlights"];
const COLLECTION_BYTES = ["title", "description", "cover"];

/** Computes the totals of an account from its rows. */
export async function countRows(database: Database, accountId: number): Promise<Usage> {
  const [collections, items, pictures] = [
    await totalOf(database, "collections", accountId, COLLECTION_BYTES),
    await totalOf(database, "items", accountId, ITEM_BYTES),
    await totalOf(database, "pictures", accountId, ["bytes"]),
  ];
  const pages = await totalOf(database, "item_texts", accountId, ["html", "words"]);
  const icons = await totalOf(database, "account_icons", accountId, ["bytes"]);
  const files = await totalOf(database, "file_chunks", accountId, ["bytes"]);
  const tagged = await database
    .selectFrom("items")
    .select(["shelf_id", "tags"])
    .where("account_id", "=", accountId)
    .execute();
  const tags = tagged.flatMap(({ shelf_id, tags }) => JSON.parse(tags).map((tag: string) => `${shelf_id} ${tag}`));
  const steps = await totalOf(database, "undo_steps", accountId, ["change"]);
  const oldItems = await totalOf(database, "undo_items", accountId, ["tags", "media", "cover"]);
  const oldCollections = await totalOf(database, "undo_collections", accountId, COLLECTION_BYTES);
  const undo = steps.bytes + oldItems.bytes + oldCollections.bytes;
  return {
    collection_count: collections.count,
    item_count: items.count,
    // An item without highlights has `[]`, which does not count.
    stored_bytes:
      collections.bytes +
      items.bytes -
      2 * items.count +
      pages.bytes +
      pictures.bytes +
      icons.bytes +
      files.bytes +
      undo,
    tag_count: new Set(tags).size,
  };
}

/** The totals of an account as the database stores them: counters that triggers maintain. */
export async function readCounters(database: Database, accountId: number): Promise<Usage> {
  const library = await database
    .selectFrom("libraries")
    .select(["collection_count", "item_count", "stored_bytes", "tag_count"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return library ?? { collection_count: 0, item_count: 0, stored_bytes: 0, tag_count: 0 };
}

/** Overwrites counters of an account, so that a test need not insert a million rows to reach a quota. */
export async function setCounters(database: Database, accountId: number, counters: Partial<Usage>): Promise<void> {
  for (const [column, value] of Object.entries(counters)) {
    await sql`update libraries set ${sql.ref(column)} = ${value} where account_id = ${accountId}`.execute(database);
  }
}

/** The number of an account's products: `counter` is maintained by triggers, `rows` counts the rows. */
export async function countProducts(database: Database, accountId: number) {
  const { rows } = await sql<{ counter: number; rows: number }>`select
    (select coalesce(sum(count), 0) from product_counts where account_id = ${accountId}) as counter,
    (select count(*) from products where created_by = ${accountId}) as rows`.execute(database);
  return { counter: Number(rows[0]?.counter), rows: Number(rows[0]?.rows) };
}

/** Raises the counter of an account's products, so that a test need not insert a million rows to reach a quota. */
export async function addToProductCount(database: Database, accountId: number, count: number): Promise<void> {
  await sql`insert into product_counts (account_id, part, count) values (${accountId}, 0, ${count})
    on conflict (account_id, part) do update set count = product_counts.count + ${count}`.execute(database);
}

async function totalOf(database: Database, table: string, accountId: number, columns: readonly string[]) {
  const bytes = sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  );
  const { rows } = await sql<{
    count: number;
    bytes: number;
  }>`select count(*) as count, coalesce(sum(${bytes}), 0) as bytes
    from ${sql.table(table)} where account_id = ${accountId}`.execute(database);
  return { count: Number(rows[0]?.count), bytes: Number(rows[0]?.bytes) };
}
