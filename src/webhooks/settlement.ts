import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import type { Flag, Time } from "../database/schema/columns.ts";
import type { DisabledReason } from "../database/schema/webhooks.ts";
import * as outbox from "../library/events/outbox.ts";
import type { Outcome } from "./attempt.ts";
import * as queue from "./queue.ts";
import { delayAfter, RETRY_PERIOD_MS } from "./retry.ts";

/** Finished deliveries of a webhook that are kept for its page. */
const MAX_RESULTS = 100;

/** 410 Gone: the receiver wants no more events. */
const GONE = 410;

/** Stores the outcome of an attempt: finishes the delivery, plans the next attempt, or disables the webhook. */
export async function settle(
  database: Database,
  now: Time,
  delivery: Pick<queue.DueDelivery, "id" | "webhook_id">,
  outcome: Outcome & { readonly slow: Flag },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const webhook = await queue.lock(transaction, delivery.webhook_id);
    if (webhook === undefined) return;
    const { slow } = outcome;
    if (slow !== webhook.slow) {
      await transaction.updateTable("webhooks").set({ slow }).where("id", "=", webhook.id).execute();
    }
    if (outcome.reason === null) await finish(transaction, now, webhook, delivery.id, outcome);
    else await fail(transaction, now, webhook, delivery.id, outcome);
  });
}

type LockedWebhook = NonNullable<Awaited<ReturnType<typeof queue.lock>>>;

/** Ends a delivery that succeeded or is given up. */
async function finish(
  transaction: Transaction,
  now: Time,
  webhook: LockedWebhook,
  deliveryId: number,
  { status, reason }: Outcome,
): Promise<void> {
  const finished = await queue.take(transaction, deliveryId);
  if (finished === undefined || finished.epoch < webhook.live_epoch) return;
  const { webhook_id, message_id, type, payload, created_at, attempts } = finished;
  const delivered = reason === null;
  await transaction
    .insertInto("webhook_results")
    .values({
      webhook_id,
      message_id,
      type,
      delivered: delivered ? 1 : 0,
      attempts: attempts + 1,
      status,
      reason,
      created_at,
      finished_at: now,
    })
    .execute();
  await trimResults(transaction, webhook_id);
  await transaction
    .updateTable("webhooks")
    .set({
      waiting_count: webhook.waiting_count - 1,
      waiting_bytes: webhook.waiting_bytes - Buffer.byteLength(payload),
      ...(delivered && { last_succeeded_at: now, failing_since: null }),
    })
    .where("id", "=", webhook_id)
    .execute();
  await queue.refreshDue(transaction, webhook_id);
}

/** Plans the next attempt, gives the delivery up after a day, or disables the webhook. */
async function fail(
  transaction: Transaction,
  now: Time,
  webhook: LockedWebhook,
  deliveryId: number,
  outcome: Outcome,
): Promise<void> {
  if (outcome.status === GONE) return disable(transaction, now, webhook, deliveryId, outcome, "gone");
  const delivery = await transaction
    .selectFrom("webhook_deliveries")
    .select(["attempts", "first_tried_at"])
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (delivery === undefined) return;
  const failingSince = webhook.failing_since ?? now;
  if (webhook.failing_since === null) {
    await transaction.updateTable("webhooks").set({ failing_since: now }).where("id", "=", webhook.id).execute();
  }
  const attempts = delivery.attempts + 1;
  const firstTriedAt = delivery.first_tried_at ?? now;
  const isLast = now >= firstTriedAt + RETRY_PERIOD_MS;
  if (isLast && now >= failingSince + RETRY_PERIOD_MS) {
    return disable(transaction, now, webhook, deliveryId, outcome, "failing");
  }
  if (isLast) return finish(transaction, now, webhook, deliveryId, outcome);
  await transaction
    .updateTable("webhook_deliveries")
    .set({
      attempts,
      first_tried_at: firstTriedAt,
      // The last attempt is made a day after the first.
      next_at: Math.min(now + delayAfter(attempts), Math.max(now, firstTriedAt + RETRY_PERIOD_MS)),
      status: outcome.status,
      reason: outcome.reason,
    })
    .where("id", "=", deliveryId)
    .execute();
  await queue.refreshDue(transaction, webhook.id);
}

async function disable(
  transaction: Transaction,
  now: Time,
  webhook: LockedWebhook,
  deliveryId: number,
  outcome: Outcome,
  reason: DisabledReason,
): Promise<void> {
  await finish(transaction, now, webhook, deliveryId, outcome);
  await outbox.disable(transaction, webhook.id, reason);
}

async function trimResults(transaction: Transaction, webhookId: number): Promise<void> {
  const oldest = await transaction
    .selectFrom("webhook_results")
    .select("id")
    .where("webhook_id", "=", webhookId)
    .orderBy("id", "desc")
    .offset(MAX_RESULTS)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await transaction
    .deleteFrom("webhook_results")
    .where("webhook_id", "=", webhookId)
    .where("id", "<=", oldest.id)
    .execute();
}
