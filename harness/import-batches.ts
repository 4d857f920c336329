import type { EntryBatches } from "../src/library/import/batches.ts";
import type { Entry } from "../src/library/import/reader.ts";

const BATCH_SIZE = 250;

/** Entries in memory, in batches. */
export function inBatches(entries: readonly Entry[]): EntryBatches {
  return {
    count: Math.ceil(entries.length / BATCH_SIZE),
    read: async (number) => entries.slice(number * BATCH_SIZE, (number + 1) * BATCH_SIZE),
  };
}
