import type { ColumnType, Generated } from "kysely";
import type { Flag, Time } from "./columns.ts";

/** What is known of the page that an item links to, since it was first read, or could not be. */
export interface ItemPagesTable {
  item_id: number;
  /** The owner of the item. */
  account_id: number;
  /** The address that the page itself prefers; texts are empty if the page does not say them. */
  canonical: Generated<string>;
  /** A language tag. */
  language: Generated<string>;
  author: Generated<string>;
  published_at: ColumnType<Time | null, Time | null | undefined, Time | null>;
  /** When it was last read; null for never. */
  read_at: ColumnType<Time | null, Time | null | undefined, Time | null>;
  /** Why it could not be read when that was last given up; null if it could. */
  failure: ColumnType<string | null, string | null | undefined, string | null>;
  /** The fields of the item that have a value of the page, with its hash, as JSON; see `library/links/filled.ts`. */
  filled: Generated<string>;
}

/** The items whose pages are to be read; see `library/page-jobs.ts`. */
export interface PageJobsTable {
  item_id: number;
  /** The owner of the item. */
  account_id: number;
  /** 1: before all others, because a person waits for it. */
  urgent: Flag;
  due_at: Time;
  /** How often reading has failed. */
  attempts: Generated<number>;
}
