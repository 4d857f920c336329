import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";

/**
 * Items that a statement reads or writes, and the bytes of their contents. Few, because it may block the event loop, or the
 * only writer; but before each one a database may write the words that are to be indexed.
 */
export const ITEMS_PER_STATEMENT = 250;
const BYTES_PER_STATEMENT = 256 * 1024;

/** Items whose sizes one statement reads. */
const SIZES_PER_STATEMENT = 1_000;

/** SQL: the bytes of the content of an item. */
const BYTES = sql<number>`octet_length(link) + octet_length(title) + octet_length(excerpt) + octet_length(note)
  + octet_length(cover) + octet_length(tags) + octet_length(media) + octet_length(highlights)`;

/** Collects items for statements: at most 250, whose contents have at most 256 KiB together, unless one alone has more. */
export class Batch<T> {
  #items: T[] = [];
  #bytes = 0;

  /** Adds an item. Returns those before it if it does not fit, or if it `isApart` from them; undefined otherwise. */
  add(item: T, bytes: number, isApart = false): T[] | undefined {
    const isFull = this.#items.length === ITEMS_PER_STATEMENT || this.#bytes + bytes > BYTES_PER_STATEMENT;
    const before = isFull || isApart ? this.take() : undefined;
    this.#items.push(item);
    this.#bytes += bytes;
    return before;
  }

  /** Takes the items that are left; undefined without any. */
  take(): T[] | undefined {
    const taken = this.#items;
    this.#items = [];
    this.#bytes = 0;
    return taken.length === 0 ? undefined : taken;
  }
}

/** Divides stored items into batches. Items that do not exist are in batches too. */
export async function* inBatches(transaction: Transaction, ids: readonly number[]): AsyncIterable<number[]> {
  const batch = new Batch<number>();
  for (let first = 0; first < ids.length; first += SIZES_PER_STATEMENT) {
    const chunk = ids.slice(first, first + SIZES_PER_STATEMENT);
    const sizes = await readSizes(transaction, chunk);
    for (const id of chunk) {
      const full = batch.add(id, sizes.get(id) ?? 0);
      if (full !== undefined) yield full;
    }
  }
  const last = batch.take();
  if (last !== undefined) yield last;
}

async function readSizes(transaction: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await transaction
    .selectFrom("items")
    .select(["id", BYTES.as("bytes")])
    .where(engineOf(transaction).isOneOf(sql.ref("id"), ids))
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}
