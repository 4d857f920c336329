import type { ColumnType, Generated } from "kysely";
import type { Flag, Time } from "./columns.ts";

/** When the links of items are checked again, and what was found. Items get a row some time after they were created. */
export interface LinkChecksTable {
  item_id: number;
  /** When it is checked; whatever makes the last result obsolete changes this too. */
  due_at: Time;
  /** Checks that failed, one after the other. */
  failures: Generated<number>;
  /** When the first of them failed; null if none did. */
  first_failed_at: ColumnType<Time | null, Time | null | undefined, Time | null>;
  /** What the last check saw: an HTTP status, or why there was no response; null before the first one. */
  seen: ColumnType<string | null, string | null | undefined, string | null>;
  checked_at: ColumnType<Time | null, Time | null | undefined, Time | null>;
  /** Whether a check has marked the item as broken, and nobody has changed that since. */
  set_by_server: Generated<Flag>;
}

/** The keys of the links of items whose `link_key` is that of the canonical address of their page. */
export interface LinkAliasesTable {
  item_id: number;
  account_id: number;
  link_key: string;
}
