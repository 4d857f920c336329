import { Failure, tooMany } from "#contract/failure";
import type { CallerCounter } from "#contract/request/caller-tally";
import type { Action } from "../audit/action.ts";
import { type Details, record } from "../audit/record.ts";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { DisabledReason } from "../database/schema/webhooks.ts";
import { EVENT_TYPES, type EventType } from "../library/events/event-types.ts";
import * as notification from "../library/events/notification.ts";
import * as outbox from "../library/events/outbox.ts";
import * as library from "../library/library.ts";
import { assertUrl } from "./destination.ts";
import { newSecret } from "./signature.ts";

type Clock = () => number;

/** Maximum webhooks of an account. */
export const MAX_WEBHOOKS = 10;

/** Maximum tests of all webhooks of an account in a minute. */
export const TESTS_PER_MINUTE = 6;

/** How long deliveries are also signed with the secret before the last rotation, in milliseconds. */
export const OLD_SECRET_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A webhook, without its secrets. */
export interface Webhook {
  readonly id: number;
  readonly url: string;
  readonly types: readonly EventType[];
  /** Why it is disabled; null while it is enabled. */
  readonly disabled_reason: DisabledReason | null;
  readonly created_at: Time;
  readonly last_succeeded_at: Time | null;
  /** When the first attempt after the last success failed; null if none did. */
  readonly failing_since: Time | null;
  /** Until when the old secret signs too; null if there is none. */
  readonly old_secret_ends_at: Time | null;
  /** The number of events that wait for delivery. */
  readonly waiting_count: number;
}

/** The fields of a new webhook. */
export interface NewWebhook {
  readonly url: string;
  /** At least one. */
  readonly types: readonly EventType[];
}

/** A webhook and its secret, which is shown only when it was made. */
export interface SecretShown {
  readonly id: number;
  readonly secret: string;
}

const COLUMNS = [
  "id",
  "url",
  "event_types",
  "disabled_reason",
  "created_at",
  "last_succeeded_at",
  "failing_since",
  "old_secret_ends_at",
  "waiting_count",
] as const;

/** Creates a webhook. Throws `invalid` for a wrong URL or no type, and `forbidden` beyond 10 webhooks. */
export async function create(
  database: Database,
  clock: Clock,
  accountId: number,
  { url, types }: NewWebhook,
  options: { readonly allowsPrivate: boolean },
): Promise<SecretShown> {
  assertUrl(url, options);
  assertTypes(types);
  const secret = newSecret();
  // A change of the library creates the library, and no event is between two changes.
  return library.change(database, accountId, async (transaction) => {
    await count(transaction, accountId, 1);
    const { id } = await transaction
      .insertInto("webhooks")
      .values({
        account_id: accountId,
        url: new URL(url).href,
        event_types: JSON.stringify(EVENT_TYPES.filter((type) => types.includes(type))),
        secret,
        enabled: 1,
        created_at: clock(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    // The rest of the URL may contain a secret.
    recordEvent(transaction, "webhook.create", accountId, id, { host: new URL(url).host });
    return { id, secret };
  });
}

function recordEvent(transaction: Transaction, action: Action, accountId: number, id: number, details: Details = {}) {
  record(transaction, { action, accountId, target: { kind: "webhook", id }, details });
}

function assertTypes(types: readonly EventType[]): void {
  if (types.length > 0) return;
  const details = [{ path: "/types", message: "must be at least one", reason: "none-chosen" }];
  throw new Failure("invalid", "Choose at least one type of event.", { reason: "no-event-type", details });
}

/** Changes the number of webhooks of an account, in a change of its library. Throws `forbidden` beyond 10. */
async function count(transaction: Transaction, accountId: number, change: 1 | -1): Promise<void> {
  const { webhook_count } = await transaction
    .updateTable("libraries")
    .set(({ eb }) => ({ webhook_count: eb("webhook_count", "+", change) }))
    .where("account_id", "=", accountId)
    .returning("webhook_count")
    .executeTakeFirstOrThrow();
  if (webhook_count <= MAX_WEBHOOKS) return;
  const message = `Your account has reached its limit of ${MAX_WEBHOOKS} webhooks. Delete one first.`;
  throw new Failure("forbidden", message, { reason: "webhook-limit", values: { limit: MAX_WEBHOOKS }, limit: "quota" });
}

/** Lists the webhooks of an account, oldest first. */
export async function list(database: Database, accountId: number): Promise<Webhook[]> {
  const rows = await database
    .selectFrom("webhooks")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(toWebhook);
}

/** Returns a webhook of an account. Throws `notFound`. */
export async function get(database: Database, accountId: number, id: number): Promise<Webhook> {
  const row = await database
    .selectFrom("webhooks")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return toWebhook(row);
}

function toWebhook<Row extends { readonly event_types: string }>({ event_types, ...row }: Row) {
  const types: EventType[] = JSON.parse(event_types);
  return { ...row, types };
}

/** Enables a webhook: it receives the events from now on. Does nothing if it is enabled. Throws `notFound`. */
export async function enable(database: Database, accountId: number, id: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await get(transaction, accountId, id);
    const { numUpdatedRows } = await transaction
      .updateTable("webhooks")
      .set({ enabled: 1, disabled_reason: null, slow: 1 })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("enabled", "=", 0)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) recordEvent(transaction, "webhook.enable", accountId, id);
  });
}

/** Disables a webhook, and drops the events that wait. Does nothing if it is disabled. Throws `notFound`. */
export async function disable(database: Database, accountId: number, id: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { disabled_reason } = await get(transaction, accountId, id);
    await outbox.disable(transaction, id, "owner");
    if (disabled_reason === null) recordEvent(transaction, "webhook.disable", accountId, id);
  });
}

/**
 * Gives a webhook a new secret and returns it. For 24 hours deliveries are signed with both: the new one and the one
 * before. Throws `notFound`.
 */
export async function rotateSecret(database: Database, clock: Clock, accountId: number, id: number): Promise<string> {
  const secret = newSecret();
  await inTransaction(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("webhooks")
      .set(({ ref }) => ({ old_secret: ref("secret"), old_secret_ends_at: clock() + OLD_SECRET_LIFETIME_MS, secret }))
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw notFound();
    recordEvent(transaction, "webhook.rotate-secret", accountId, id);
  });
  return secret;
}

/** What `test` needs. */
interface TestService {
  readonly clock: Clock;
  readonly counter: Pick<CallerCounter, "hit">;
}

/**
 * Sends a test event, in its turn. Throws `notFound`, `conflict` for a disabled webhook, and `tooMany` beyond the tests
 * of an account in a minute.
 */
export async function test(
  database: Database,
  { clock, counter }: TestService,
  accountId: number,
  id: number,
): Promise<void> {
  const { count, remainingMs } = await counter.hit(`webhook-tests:${accountId}`);
  if (count > TESTS_PER_MINUTE)
    throw tooMany({ limit: "rate", what: "tests of webhooks", reason: "too-many-webhook-tests" }, remainingMs);
  await inTransaction(database, async (transaction) => {
    const { disabled_reason } = await get(transaction, accountId, id);
    if (disabled_reason !== null)
      throw new Failure("conflict", "Enable the webhook before you test it.", { reason: "webhook-disabled" });
    await outbox.appendTest(transaction, id, clock());
  });
  notification.notify(database);
}

/** Rows that one statement deletes: few, because a statement may block the event loop. */
const ROWS_PER_STATEMENT = 200;

/** Deletes a webhook with all that waits. Throws `notFound`. */
export async function remove(database: Database, accountId: number, id: number): Promise<void> {
  // First in small parts: deleting it at once would block the event loop.
  await inTransaction(database, async (transaction) => {
    await get(transaction, accountId, id);
    await outbox.disable(transaction, id, "owner");
  });
  await deleteRows(database, "webhook_deliveries", id);
  await deleteRows(database, "webhook_results", id);
  await library.change(database, accountId, async (transaction) => {
    await transaction.deleteFrom("webhook_deliveries").where("webhook_id", "=", id).execute();
    await transaction.deleteFrom("webhook_results").where("webhook_id", "=", id).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom("webhooks")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    await count(transaction, accountId, -1);
    recordEvent(transaction, "webhook.delete", accountId, id);
  });
}

async function deleteRows(
  database: Database,
  table: "webhook_deliveries" | "webhook_results",
  webhookId: number,
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await database
      .deleteFrom(table)
      .where("id", "in", (from) =>
        from.selectFrom(table).select("id").where("webhook_id", "=", webhookId).limit(ROWS_PER_STATEMENT),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
  }
}

/** The number of events that wait, of all accounts. */
export async function countWaiting(database: Database): Promise<number> {
  const { count: waiting } = await database
    .selectFrom("webhooks")
    .select(({ fn }) => fn.sum<number | null>("waiting_count").as("count"))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** The failure of a webhook that is unknown, or belongs to another account. */
export function notFound(): Failure {
  return new Failure("notFound", "You have no webhook with this id.", { reason: "webhook-not-found" });
}
