import type { Transaction } from "../../database/database.ts";
import type { Entry } from "./reader.ts";

// The entries of a file are never in memory together: they are stored as JSON in batches while the file is read.

/** How large a batch may be. */
interface BatchLimits {
  /**
   * Entries, which one statement stores. With more, the database takes less time for each: before every statement it may
   * write the words that are to be indexed.
   */
  readonly maxEntries: number;
  /** Characters of its JSON, unless one entry has more. */
  readonly maxLength: number;
}

/** On a server, which others use meanwhile. */
const SMALL: BatchLimits = { maxEntries: 250, maxLength: 160 * 1024 };

/**
 * For a process that only imports. With 800, a list of all values of a statement is so long that V8 keeps it longer, which
 * takes 15 MiB more.
 */
export const LARGE: BatchLimits = { maxEntries: 600, maxLength: 320 * 1024 };

/** The entries of a file in batches, in its order, which can be read more than once. */
export interface EntryBatches {
  readonly count: number;
  /** The batch with this number, from 0, in the transaction that stores its entries. */
  read(number: number, transaction: Transaction): Promise<readonly Entry[]>;
}

/** Passes entries on, and calls `keep` with batches of them as JSON, in their order. */
export async function* keeping(
  entries: AsyncIterable<Entry>,
  keep: (batch: Buffer) => Promise<unknown>,
  { maxEntries, maxLength }: BatchLimits = SMALL,
): AsyncIterable<Entry> {
  let [batch, length]: [string[], number] = [[], 0];
  const end = async () => {
    if (batch.length > 0) await keep(Buffer.from(`[${batch.join()}]`));
    [batch, length] = [[], 0];
  };
  for await (const entry of entries) {
    const text = JSON.stringify(entry);
    if (batch.length === maxEntries || length + text.length > maxLength) await end();
    batch.push(text);
    length += text.length;
    yield entry;
  }
  await end();
}

/** The entries of a batch that `keeping` has made. */
export function toEntries(batch: Buffer): readonly Entry[] {
  return JSON.parse(batch.toString());
}
