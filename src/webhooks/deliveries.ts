import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { AttemptFailure } from "../database/schema/webhooks.ts";

/** Maximum deliveries in a list, of each state. */
const MAX_LISTED = 50;

/** A delivery that was tried, for its owner. */
export interface Delivery {
  readonly message_id: string;
  readonly type: string;
  /** When the event happened. */
  readonly created_at: Time;
  /** `waiting` for the next attempt; `failed` when it was given up. */
  readonly state: "delivered" | "waiting" | "failed";
  readonly attempts: number;
  /** The HTTP status of the last attempt; null if there was no response. */
  readonly status: number | null;
  /** Why the last attempt failed; null if it did not. */
  readonly reason: AttemptFailure | null;
  /** When it was finished, or is tried again. */
  readonly at: Time;
}

/** Lists deliveries of a webhook that were tried: first those that will be tried again, then the newest finished ones. */
export async function list(database: Database, webhookId: number): Promise<Delivery[]> {
  const waiting = await database
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_id")
    .select(["message_id", "type", "webhook_deliveries.created_at", "attempts", "status", "reason", "next_at as at"])
    .where("webhook_id", "=", webhookId)
    .where("attempts", ">", 0)
    .whereRef("webhook_deliveries.epoch", ">=", "live_epoch")
    .orderBy("webhook_deliveries.id")
    .limit(MAX_LISTED)
    .execute();
  const finished = await database
    .selectFrom("webhook_results")
    .select(["message_id", "type", "created_at", "attempts", "status", "reason", "delivered", "finished_at as at"])
    .where("webhook_id", "=", webhookId)
    .orderBy("id", "desc")
    .limit(MAX_LISTED)
    .execute();
  return [
    ...waiting.map((delivery) => ({ ...delivery, state: "waiting" as const })),
    ...finished.map(({ delivered, ...delivery }) => ({
      ...delivery,
      state: delivered === 1 ? ("delivered" as const) : ("failed" as const),
    })),
  ];
}
