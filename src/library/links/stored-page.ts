import type { Database } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";

/** What is known of the page of an item. */
export interface StoredPage {
  /** When it was last read; null for never. */
  readonly read_at: Time | null;
  /** Why it could not be read when that was last given up; null if it could. */
  readonly failure: string | null;
  /** Whether it is to be read. */
  readonly isWaiting: boolean;
}

/** What is known of the page that an item links to. The caller has checked who may see the item. */
export async function find(database: Database, itemId: number): Promise<StoredPage> {
  const page = await database
    .selectFrom("items")
    .leftJoin("item_pages", "item_pages.item_id", "items.id")
    .leftJoin("page_jobs", "page_jobs.item_id", "items.id")
    .select(["read_at", "failure", "due_at"])
    .where("items.id", "=", itemId)
    .executeTakeFirst();
  return { read_at: page?.read_at ?? null, failure: page?.failure ?? null, isWaiting: (page?.due_at ?? null) !== null };
}
