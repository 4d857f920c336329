import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { AttemptFailure } from "../database/schema/webhooks.ts";
import { TEST_TYPE } from "../library/events/event-types.ts";
import * as outbox from "../library/events/outbox.ts";
import type { PostOptions } from "../network/post.ts";
import { sign } from "./signature.ts";
import { notFound } from "./webhooks.ts";

/** Options of attempts. */
export interface Transport {
  /** Whether URLs in private networks, and without TLS, are allowed. */
  readonly allowsPrivate: boolean;
  /** Maximum milliseconds of an attempt. */
  readonly timeout: number;
  /** Called with each request before it is sent. */
  readonly check?: EventCheck;
  /** For tests. */
  readonly resolve?: PostOptions["resolve"];
}

/** Checks the request of an event of this type. */
export type EventCheck = (
  type: string,
  sent: { readonly headers: Record<string, string>; readonly body: string },
) => void;

/** Maximum milliseconds of an attempt. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** What an attempt sends, and where. */
export interface Parcel {
  readonly type: string;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_ends_at: Time | null;
  readonly message_id: string;
  readonly payload: string;
}

/** The result of an attempt. Without a `reason` the event is delivered. */
export interface Outcome {
  readonly status: number | null;
  readonly reason: AttemptFailure | null;
}

/** Sends a delivery once. Never rejects. */
export async function attempt(
  parcel: Parcel,
  now: Time,
  { allowsPrivate, timeout, check, resolve }: Transport,
  signal: AbortSignal,
): Promise<Outcome> {
  const url = URL.parse(parcel.url);
  // The URL was stored while private networks were allowed.
  if (url === null || (url.protocol !== "https:" && !allowsPrivate)) return { status: null, reason: "address" };
  const request = { headers: headersOf(parcel, now), body: parcel.payload };
  check?.(parcel.type, request);
  // Loaded when needed: many servers have no webhooks.
  const { post } = await import("../network/post.ts");
  const result = await post(url, {
    ...request,
    timeout,
    signal,
    ...(allowsPrivate && { isAllowed: () => true }),
    ...(resolve !== undefined && { resolve }),
  });
  if ("failure" in result) return { status: null, reason: result.failure };
  return { status: result.status, reason: reasonOf(result.status) };
}

/** Sends a test event to a webhook at once, and returns the outcome. Throws `notFound`. */
export async function sendTest(
  database: Database,
  clock: () => number,
  accountId: number,
  id: number,
  options: { readonly allowsPrivate: boolean },
): Promise<Outcome> {
  const webhook = await database
    .selectFrom("webhooks")
    .select(["url", "secret", "old_secret", "old_secret_ends_at"])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (webhook === undefined) throw notFound();
  const now = clock();
  const parcel = {
    ...webhook,
    type: TEST_TYPE,
    message_id: outbox.newMessageId(),
    payload: outbox.testPayload(now),
  };
  return attempt(parcel, now, { ...options, timeout: ATTEMPT_TIMEOUT_MS }, new AbortController().signal);
}

function headersOf(parcel: Parcel, now: Time): Record<string, string> {
  const { secret, old_secret, old_secret_ends_at, message_id, payload } = parcel;
  const timestamp = Math.floor(now / 1000);
  const isOldValid = old_secret !== null && old_secret_ends_at !== null && now < old_secret_ends_at;
  return {
    "content-type": "application/json",
    "user-agent": "Triptych-Webhooks",
    "webhook-id": message_id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign(isOldValid ? [secret, old_secret] : [secret], {
      messageId: message_id,
      timestamp,
      body: payload,
    }),
  };
}

function reasonOf(status: number): AttemptFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}
