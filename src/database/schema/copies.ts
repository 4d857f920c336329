import type { ColumnType } from "kysely";
import type { Time } from "./columns.ts";

/** `retry` if none was made yet, `ready` if there is one; the others say why there is none. */
export const COPY_STATUSES = ["ready", "retry", "failed", "invalid-origin", "invalid-timeout", "invalid-size"] as const;

export type CopyStatus = (typeof COPY_STATUSES)[number];

/** Copies of the pages that items link to, at most one of each item, and those that are to be made. */
export interface CopiesTable {
  item_id: ColumnType<number, number, never>;
  account_id: ColumnType<number, number, never>;
  status: CopyStatus;
  /** Null unless it is ready, as `created_at`. */
  file_id: number | null;
  /** In bytes; 0 unless it is ready. */
  size: number;
  created_at: Time | null;
  /** Since when a copy is wanted that is not made yet; null if none is. */
  wanted_at: Time | null;
}
