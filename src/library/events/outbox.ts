import { randomBytes } from "node:crypto";
import type { Database, Transaction } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import type { DisabledReason } from "../../database/schema/webhooks.ts";
import { type EventBody, type EventOf, TEST_TYPE } from "./event-types.ts";

// How deliveries keep their order:
//
// A delivery waits for the earlier ones of its webhook that concern the same collections, its lanes.
// `blockers` counts the lanes in which it is not the first; finishing a delivery decrements the
// `blockers` of the next one in each of its lanes. So a due delivery is found by an index, however
// many wait. An event of very many collections would be in too many lanes: it gets an epoch of its
// own, and an epoch begins when all deliveries of the one before are finished.

/** An event to deliver to the webhooks of an account. */
export type NewEvent = EventOf<{ readonly items: readonly number[] }, ReadonlySet<number> | "all"> & {
  readonly createdAt: Time;
};

/** Collections of an event that keep their order one by one. */
const MAX_LANES = 10;

/** Limits of what waits for a webhook. Beyond either, it is disabled. */
export const MAX_WAITING = 10_000;
export const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface Message {
  readonly type: string;
  readonly createdAt: Time;
  readonly payload: string;
  /** `all`: after all earlier deliveries, and before all later ones. */
  readonly lanes: ReadonlySet<number> | "all";
}

/** Writes events for the enabled webhooks of an account that receive their types. Returns whether there is one. */
export async function append(
  transaction: Transaction,
  accountId: number,
  events: readonly NewEvent[],
): Promise<boolean> {
  const webhooks = await transaction
    .selectFrom("webhooks")
    .select(["id", "event_types"])
    .where("account_id", "=", accountId)
    .where("enabled", "=", 1)
    .orderBy("id")
    .execute();
  for (const { id, event_types } of webhooks) {
    const types = new Set<string>(JSON.parse(event_types));
    const messages = events.filter(({ type }) => types.has(type)).map(toMessage);
    if (messages.length > 0) await enqueue(transaction, id, messages);
  }
  return webhooks.length > 0;
}

/** Writes a test event for a webhook, which must be enabled. */
export async function appendTest(transaction: Transaction, webhookId: number, createdAt: Time): Promise<void> {
  const payload = testPayload(createdAt);
  await enqueue(transaction, webhookId, [{ type: TEST_TYPE, createdAt, payload, lanes: new Set() }]);
}

function toMessage(event: NewEvent): Message {
  const { type, createdAt, collections } = event;
  const payload = toPayload(bodyOf(event));
  const isWide = collections === "all" || collections.size > MAX_LANES;
  return { type, createdAt, payload, lanes: isWide ? "all" : collections };
}

/** The body of an event, in the format of Standard Webhooks. */
function bodyOf(event: NewEvent): EventBody {
  const { count } = event;
  const timestamp = toTimestamp(event.createdAt);
  const collections = event.collections === "all" ? [] : [...event.collections];
  switch (event.type) {
    case "item.created":
    case "item.removed":
    case "item.deleted":
    case "reminder.due":
      return { type: event.type, timestamp, data: { count, items: [...event.items], collections } };
    case "item.updated": {
      const { to } = event;
      const data = { count, items: [...event.items], collections, ...(to !== undefined && { to }) };
      return { type: event.type, timestamp, data };
    }
    case "collection.created":
    case "collection.updated":
      return { type: event.type, timestamp, data: { count, collections } };
    case "collection.removed":
    case "collection.merged":
      return { type: event.type, timestamp, data: { count, collections, to: event.to } };
    case "change.reverted":
      return { type: event.type, timestamp, data: { operation: event.operation, count, collections } };
  }
}

/** The body of an event with which an owner tries a webhook, as text. */
export function testPayload(createdAt: Time): string {
  return toPayload({ type: TEST_TYPE, timestamp: toTimestamp(createdAt), data: {} });
}

function toPayload(body: EventBody): string {
  return JSON.stringify(body);
}

function toTimestamp(time: Time): string {
  return new Date(time).toISOString();
}

async function enqueue(transaction: Transaction, webhookId: number, messages: readonly Message[]): Promise<void> {
  const webhook = await transaction
    .selectFrom("webhooks")
    .select(["epoch", "live_epoch", "waiting_count", "waiting_bytes"])
    .where("id", "=", webhookId)
    .where("enabled", "=", 1)
    .forUpdate()
    .executeTakeFirst();
  // Disabled since its id was read.
  if (webhook === undefined) return;
  const bytes = messages.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), webhook.waiting_bytes);
  const count = webhook.waiting_count + messages.length;
  if (count > MAX_WAITING || bytes > MAX_WAITING_BYTES) return disable(transaction, webhookId, "backlog");
  let { epoch } = webhook;
  for (const message of messages) {
    if (message.lanes === "all") epoch += 1;
    await insert(transaction, webhookId, epoch, message);
    if (message.lanes === "all") epoch += 1;
  }
  const dueAt = messages[0]?.createdAt ?? 0;
  await transaction
    .updateTable("webhooks")
    .set({ epoch, waiting_count: count, waiting_bytes: bytes, due_at: dueAt })
    .where("id", "=", webhookId)
    .execute();
}

async function insert(
  transaction: Transaction,
  webhookId: number,
  epoch: number,
  { type, createdAt, payload, lanes }: Message,
): Promise<void> {
  const collectionIds = lanes === "all" ? [] : [...lanes];
  const { id } = await transaction
    .insertInto("webhook_deliveries")
    .values({
      webhook_id: webhookId,
      message_id: newMessageId(),
      type,
      payload,
      epoch,
      blockers: await countOccupied(transaction, webhookId, epoch, collectionIds),
      created_at: createdAt,
      next_at: createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (collectionIds.length === 0) return;
  await transaction
    .insertInto("webhook_lanes")
    .values(
      collectionIds.map((collectionId) => ({
        webhook_id: webhookId,
        epoch,
        collection_id: collectionId,
        delivery_id: id,
      })),
    )
    .execute();
}

/** The number of these collections in which another delivery of the epoch waits. */
async function countOccupied(
  transaction: Transaction,
  webhookId: number,
  epoch: number,
  collectionIds: readonly number[],
): Promise<number> {
  let occupied = 0;
  for (const collectionId of collectionIds) {
    const first = await firstInLane(transaction, webhookId, epoch, collectionId);
    if (first !== undefined) occupied += 1;
  }
  return occupied;
}

/** The id of the first waiting delivery of the events of a collection. */
export async function firstInLane(
  database: Database,
  webhookId: number,
  epoch: number,
  collectionId: number,
): Promise<number | undefined> {
  const first = await database
    .selectFrom("webhook_lanes")
    .select("delivery_id")
    .where("webhook_id", "=", webhookId)
    .where("epoch", "=", epoch)
    .where("collection_id", "=", collectionId)
    .orderBy("delivery_id")
    .limit(1)
    .executeTakeFirst();
  return first?.delivery_id;
}

/** A random id, by which receivers recognise repeated deliveries of an event. */
export function newMessageId(): string {
  return `msg_${randomBytes(16).toString("base64url")}`;
}

/** Disables a webhook and drops what waits. The worker deletes it later, in small parts. */
export async function disable(transaction: Transaction, webhookId: number, reason: DisabledReason): Promise<void> {
  await transaction
    .updateTable("webhooks")
    .set(({ eb, ref }) => ({
      enabled: 0,
      disabled_reason: reason,
      due_at: null,
      failing_since: null,
      epoch: eb("epoch", "+", 1),
      live_epoch: eb(ref("epoch"), "+", 1),
      has_dropped: 1,
      waiting_count: 0,
      waiting_bytes: 0,
    }))
    .where("id", "=", webhookId)
    .where("enabled", "=", 1)
    .execute();
}
