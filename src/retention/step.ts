import type { Transaction } from "../database/database.ts";
import type { Schema } from "../database/schema/schema.ts";

/** The part that one transaction erases. */
export interface Batch {
  readonly accountId: number;
  readonly maxRows: number;
  /** What the batch before returned as `next`; 0 for the first one. */
  readonly cursor: number;
}

/** The result of a batch. */
export interface Erased {
  readonly rows: number;
  /** The cursor of the next batch; undefined if the step has nothing left to erase. */
  readonly next: number | undefined;
}

/** Erases a part of an account. */
export interface ErasureStep {
  /** The tables from which it erases, triggers included. */
  readonly tables: readonly (keyof Schema)[];
  /** Maximum rows of a batch: few where rows are large. */
  readonly maxRows: number;
  readonly erase: (transaction: Transaction, batch: Batch) => Promise<Erased>;
}
