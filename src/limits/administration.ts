import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";

/** What the names of counters begin with that count requests to the collections API. */
export const COLLECTIONS_PREFIX = "collections:";

/** What a counter has counted, and when it starts again. */
export interface Count {
  readonly count: number;
  readonly ends_at: Time | null;
}

/**
 * The stored count of a `DatabaseCounter` or `SharedCounter`. A running server saves the former twice a second.
 */
export async function read(database: Database, clock: () => number, name: string): Promise<Count> {
  const row = await database
    .selectFrom("request_counts")
    .select(["count", "ends_at"])
    .where("network", "=", name)
    .where("ends_at", ">", clock())
    .executeTakeFirst();
  return row ?? { count: 0, ends_at: null };
}

/** Deletes a stored count. Running servers notice within a second. */
export async function reset(database: Database, name: string): Promise<void> {
  await database.deleteFrom("request_counts").where("network", "=", name).execute();
}
