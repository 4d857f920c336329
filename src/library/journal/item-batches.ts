import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";

/**
 * Items that a statement reads or writes, and the bytes of their contents. Few, because it may block the event loop, or the
 * only writer; but before each one a database may write the words that are to be indexed.
 */
export const ITEMS_PER_STATEMENT = 250;
export const BYTES_PER_STATEMENT = 256 * 1024;

/** Items whose sizes one statement reads. */
const SIZES_PER_STATEMENT = 1_000;

/** SQL: the bytes of the content of an item. */
const BYTES = sql<number>`octet_length(link) + octet_length(title) + octet_length(excerpt) + octet_length(note)
  + octet_length(cover) + octet_length(tags) + octet_length(media) + octet_length(highlights)`;

/**
 * Divides items into batches of at most 250, whose contents have at most 256 KiB together, unless one alone has more. Items
 * that do not exist are in batches too.
 */
export async function* inBatches(transaction: Transaction, ids: readonly number[]): AsyncIterable<number[]> {
  let batch: number[] = [];
  let batchBytes = 0;
  for (let first = 0; first < ids.length; first += SIZES_PER_STATEMENT) {
    const chunk = ids.slice(first, first + SIZES_PER_STATEMENT);
    const sizes = await readSizes(transaction, chunk);
    for (const id of chunk) {
      const bytes = sizes.get(id) ?? 0;
      if (batch.length === ITEMS_PER_STATEMENT || (batch.length > 0 && batchBytes + bytes > BYTES_PER_STATEMENT)) {
        yield batch;
        batch = [];
        batchBytes = 0;
      }
      batch.push(id);
      batchBytes += bytes;
    }
  }
  if (batch.length > 0) yield batch;
}

async function readSizes(transaction: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await transaction
    .selectFrom("items")
    .select(["id", BYTES.as("bytes")])
    .where(engineOf(transaction).isOneOf(sql.ref("id"), ids))
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}
