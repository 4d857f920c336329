import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { DisabledReason } from "../database/schema/webhooks.ts";
import { correctTimes } from "./queue.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long finished deliveries are kept, in milliseconds. */
const RESULT_LIFETIME_MS = 7 * DAY_MS;

/** Rows that one statement deletes: few, because a statement may block the event loop. */
const ROWS_PER_STATEMENT = 200;

/** A webhook that was disabled. */
export interface DisabledWebhook {
  readonly id: number;
  readonly account_id: number;
  /** Null if it was enabled again meanwhile. */
  readonly disabled_reason: DisabledReason | null;
}

/** The result of a step of `clean`. */
interface Cleaned {
  /** Whether there may be more to delete. */
  readonly hasMore: boolean;
  /** A disabled webhook whose last dropped delivery was deleted. Each is returned once. */
  readonly disabled?: DisabledWebhook;
}

/** Deletes what is no longer needed, in a small step: old secrets, old results, deliveries of disabled webhooks. */
export async function clean(database: Database, now: Time): Promise<Cleaned> {
  await correctTimes(database, now);
  await database
    .updateTable("webhooks")
    .set({ old_secret: null, old_secret_ends_at: null })
    .where("old_secret_ends_at", "<=", now)
    .execute();
  const { numDeletedRows: results } = await database
    .deleteFrom("webhook_results")
    .where("id", "in", (from) =>
      from
        .selectFrom("webhook_results")
        .select("id")
        .where("finished_at", "<", now - RESULT_LIFETIME_MS)
        .limit(ROWS_PER_STATEMENT),
    )
    .executeTakeFirstOrThrow();
  const dropped = await deleteDropped(database);
  return { ...dropped, hasMore: dropped.hasMore || results === BigInt(ROWS_PER_STATEMENT) };
}

/** Deletes some deliveries that a disabled webhook dropped. */
async function deleteDropped(database: Database): Promise<Cleaned> {
  const webhook = await database
    .selectFrom("webhooks")
    .select(["id", "account_id", "disabled_reason", "live_epoch"])
    .where("has_dropped", "=", 1)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (webhook === undefined) return { hasMore: false };
  const { live_epoch, ...disabled } = webhook;
  const { numDeletedRows } = await database
    .deleteFrom("webhook_deliveries")
    .where("id", "in", (from) =>
      from
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("webhook_id", "=", webhook.id)
        .where("epoch", "<", live_epoch)
        .limit(ROWS_PER_STATEMENT),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return { hasMore: true };
  const { numUpdatedRows } = await database
    .updateTable("webhooks")
    .set({ has_dropped: 0 })
    .where("id", "=", webhook.id)
    .where("live_epoch", "=", live_epoch)
    .executeTakeFirstOrThrow();
  return { hasMore: true, ...(numUpdatedRows > 0n && { disabled }) };
}
