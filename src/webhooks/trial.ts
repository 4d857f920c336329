import type { Database } from "../database/database.ts";
import { TEST_TYPE } from "../library/events/event-types.ts";
import * as outbox from "../library/events/outbox.ts";
import { ATTEMPT_TIMEOUT_MS, attempt, type Outcome } from "./attempt.ts";
import { notFound } from "./webhooks.ts";

/** Sends a test event to a webhook at once, and returns the outcome. Throws `notFound`. */
export async function send(
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
    message_id: outbox.newMessageId(),
    payload: outbox.toPayload(TEST_TYPE, now, {}),
  };
  return attempt(parcel, now, { ...options, timeout: ATTEMPT_TIMEOUT_MS }, new AbortController().signal);
}
