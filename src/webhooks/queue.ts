import { sql } from "kysely";
import type { Database, Transaction } from "../database/database.ts";
import type { Flag, Time } from "../database/schema/columns.ts";
import * as outbox from "../library/events/outbox.ts";
import type { Parcel } from "./attempt.ts";
import { MAX_DELAY_MS } from "./retry.ts";

/** A webhook with deliveries that may be due. */
export interface DueWebhook {
  readonly id: number;
  readonly account_id: number;
  readonly slow: Flag;
  /** Whether its account is active and exists. */
  readonly isActive: boolean;
}

/** A delivery that is due. */
export interface DueDelivery extends Parcel {
  readonly id: number;
  readonly webhook_id: number;
  readonly attempts: number;
  readonly first_tried_at: Time | null;
  readonly next_at: Time;
}

/** Which due webhooks to list. */
interface DueFilter {
  readonly slow: Flag;
  /** Ids of webhooks to leave out. */
  readonly busy: readonly number[];
  readonly limit: number;
}

/** Lists enabled webhooks with due deliveries, the longest waiting first. */
export async function listDueWebhooks(
  database: Database,
  now: Time,
  { slow, busy, limit }: DueFilter,
): Promise<DueWebhook[]> {
  const webhooks = await database
    .selectFrom("webhooks")
    .innerJoin("accounts", "accounts.id", "webhooks.account_id")
    .select(["webhooks.id", "webhooks.account_id", "slow", "accounts.active", "accounts.deleted_at"])
    .where("webhooks.enabled", "=", sql.lit(1))
    .where("slow", "=", slow)
    .where("due_at", "is not", null)
    .where("due_at", "<=", now)
    // No webhook has the id 0. It keeps the list from being empty, which not every engine accepts.
    .where("webhooks.id", "not in", [0, ...busy])
    .orderBy("due_at")
    .limit(limit)
    .execute();
  return webhooks.map(({ active, deleted_at, ...webhook }) => ({
    ...webhook,
    isActive: active === 1 && deleted_at === null,
  }));
}

/** The first deliveries of a webhook that are not blocked, those that are due first. */
export async function listHeads(database: Database, webhookId: number, limit: number): Promise<DueDelivery[]> {
  return heads(database, webhookId)
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .select([
      "webhook_deliveries.id",
      "webhook_id",
      "type",
      "message_id",
      "payload",
      "attempts",
      "first_tried_at",
      "next_at",
    ])
    .select(["url", "secret", "old_secret", "old_secret_ends_at"])
    .orderBy("next_at")
    .orderBy("webhook_deliveries.id")
    .limit(limit)
    .execute();
}

/** The deliveries of the current epoch, which is the lowest one that was not dropped, that are not blocked. */
function heads(database: Database, webhookId: number) {
  const epoch = database
    .selectFrom("webhook_deliveries as first")
    .innerJoin("webhooks as live", "live.id", "first.webhook_id")
    .select("first.epoch")
    .where("first.webhook_id", "=", webhookId)
    .whereRef("first.epoch", ">=", "live.live_epoch")
    .orderBy("first.epoch")
    .limit(1);
  return database
    .selectFrom("webhook_deliveries")
    .where("webhook_deliveries.webhook_id", "=", webhookId)
    .where("webhook_deliveries.epoch", "=", epoch)
    .where("blockers", "=", 0);
}

/** Sets when a webhook is next due, from its deliveries. The caller has locked the webhook. */
export async function refreshDue(transaction: Transaction, webhookId: number): Promise<void> {
  const [next] = await heads(transaction, webhookId).select("next_at").orderBy("next_at").limit(1).execute();
  await transaction
    .updateTable("webhooks")
    .set({ due_at: next?.next_at ?? null })
    .where("id", "=", webhookId)
    .where("enabled", "=", 1)
    .execute();
}

/**
 * Deletes a finished delivery and unblocks the next one in each of its lanes. Returns it; undefined if it was dropped
 * meanwhile. The caller has locked the webhook.
 */
export async function take(transaction: Transaction, id: number) {
  const lanes = await transaction
    .deleteFrom("webhook_lanes")
    .where("delivery_id", "=", id)
    .returning(["webhook_id", "epoch", "collection_id"])
    .execute();
  const delivery = await transaction
    .deleteFrom("webhook_deliveries")
    .where("id", "=", id)
    .returning(["webhook_id", "epoch", "message_id", "type", "payload", "created_at", "attempts"])
    .executeTakeFirst();
  for (const { webhook_id, epoch, collection_id } of lanes) {
    const next = await outbox.firstInLane(transaction, webhook_id, epoch, collection_id);
    if (next === undefined) continue;
    await transaction
      .updateTable("webhook_deliveries")
      .set(({ eb }) => ({ blockers: eb("blockers", "-", 1) }))
      .where("id", "=", next)
      .execute();
  }
  return delivery;
}

/** Locks an enabled webhook until the transaction ends; undefined if it is disabled or deleted. */
export async function lock(transaction: Transaction, webhookId: number) {
  return transaction
    .selectFrom("webhooks")
    .select(["id", "account_id", "live_epoch", "waiting_count", "waiting_bytes", "failing_since", "slow"])
    .where("id", "=", webhookId)
    .where("enabled", "=", 1)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes deliveries due whose time is further ahead than any delay: the clock was set back since. */
export async function correctTimes(database: Database, now: Time): Promise<void> {
  const latest = now + 2 * MAX_DELAY_MS;
  const ahead = await database
    .selectFrom("webhooks")
    .select("id")
    .where("enabled", "=", 1)
    .where("due_at", ">", latest)
    .limit(100)
    .execute();
  for (const { id } of ahead) {
    await database
      .updateTable("webhook_deliveries")
      .set({ next_at: now })
      .where("id", "in", heads(database, id).select("webhook_deliveries.id").where("next_at", ">", latest).limit(200))
      .execute();
    await database.updateTable("webhooks").set({ due_at: now }).where("id", "=", id).execute();
  }
}
