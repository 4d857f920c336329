import { Failure } from "#contract/failure";
import { inProgress, type KeyedRequest, type StoredResponse } from "#contract/request/keyed-request";
import type { Database, Transaction } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import { isTaken } from "../database/failures.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { StoredResponsesTable } from "../database/schema/requests.ts";

type Clock = () => number;

/** How long a key is valid, in milliseconds. */
export const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Bounds what an account can store: its newest 500 responses, each of at most 256 KiB, so 125 MiB.
 * 256 KiB holds some 300 items, or a hundred with long notes. The keys of longer and of older responses stay
 * stored, without the response.
 */
const MAX_RESPONSES = 500;
const MAX_RESPONSE_BYTES = 256 * 1024;

/**
 * Takes the key of a request in the transaction that will carry it out. Returns the stored response if the request was
 * carried out since the caller's `find`. Throws `conflict` while another request with the key is in progress, and
 * throws like `find`.
 */
export async function take(
  transaction: Transaction,
  clock: Clock,
  request: KeyedRequest,
): Promise<StoredResponse | undefined> {
  if (!(await engineOf(transaction).tryLock(transaction, `key ${request.accountId} ${request.key}`)))
    throw inProgress();
  return find(transaction, clock, request);
}

/**
 * The stored response of a request that was carried out in the last 24 hours, with the header
 * `Idempotent-Replayed`. Throws `unprocessable` if the key was used for another request, and
 * `conflict` if the response is not stored: it was too long, or 500 newer ones are.
 */
export async function find(
  database: Database,
  clock: Clock,
  { accountId, key, fingerprint, formerFingerprint }: KeyedRequest,
): Promise<StoredResponse | undefined> {
  const [row] = await byKey(database, { accountId, key });
  if (row === undefined || !isValid(row.created_at, clock())) return undefined;
  if (row.fingerprint !== fingerprint && row.fingerprint !== (await formerFingerprint())) throw reused();
  if (row.response === null) throw noLongerStored();
  // A cast: `store` wrote this text.
  const response = JSON.parse(row.response) as StoredResponse;
  return { ...response, headers: { ...response.headers, "Idempotent-Replayed": "true" } };
}

const byKey = prepare((database, value: ValueOf<{ accountId: number; key: string }>) =>
  database
    .selectFrom("stored_responses")
    .select(["fingerprint", "response", "created_at"])
    .where("account_id", "=", value("accountId"))
    .where("key", "=", value("key")),
);

/** Rows that a wrong clock stored a lifetime or more ahead are not valid either. */
function isValid(createdAt: number, now: number): boolean {
  return Math.abs(now - createdAt) < LIFETIME_MS;
}

/** Stores the response of a request, in the transaction that carries it out and has taken its key. */
export async function store(
  transaction: Transaction,
  clock: Clock,
  { accountId, key, fingerprint }: KeyedRequest,
  response: StoredResponse,
): Promise<void> {
  const isShort = minLengthOf(response, MAX_RESPONSE_BYTES) <= MAX_RESPONSE_BYTES;
  const text = isShort ? JSON.stringify(response) : "";
  const isStored = isShort && Buffer.byteLength(text) <= MAX_RESPONSE_BYTES;
  await deleteKey(transaction, { accountId, key });
  try {
    await insert(transaction, {
      account_id: accountId,
      key,
      fingerprint,
      response: isStored ? text : null,
      created_at: clock(),
    });
  } catch (error) {
    throw isTaken(error, "stored_responses", "key") ? inProgress(error) : error;
  }
  await dropOlderResponses(transaction, { accountId });
}

/**
 * A lower bound of the length of a value as JSON, which is exact enough to see that a response is too long: serialising
 * one of many items would block the event loop. Stops beyond `max`.
 */
function minLengthOf(value: unknown, max: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 1;
  let length = 2;
  for (const [name, field] of Object.entries(value)) {
    length += (Array.isArray(value) ? 0 : name.length + 3) + minLengthOf(field, max - length);
    if (length > max) break;
  }
  return length;
}

/** Deletes the expired row of a key that is used again: `find` has returned no valid one. */
const deleteKey = prepare((database, value: ValueOf<{ accountId: number; key: string }>) =>
  database.deleteFrom("stored_responses").where("account_id", "=", value("accountId")).where("key", "=", value("key")),
);

const insert = prepare((database, value: ValueOf<Omit<StoredResponsesTable, "id">>) =>
  database.insertInto("stored_responses").values({
    account_id: value("account_id"),
    key: value("key"),
    fingerprint: value("fingerprint"),
    response: value("response"),
    created_at: value("created_at"),
  }),
);

const dropOlderResponses = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database
    .updateTable("stored_responses")
    .set({ response: null })
    .where("account_id", "=", value("accountId"))
    .where("response", "is not", null)
    .where("id", "<=", (from) =>
      from
        .selectFrom("stored_responses")
        .select("id")
        .where("account_id", "=", value("accountId"))
        .where("response", "is not", null)
        .orderBy("id", "desc")
        .limit(1)
        .offset(MAX_RESPONSES),
    ),
);

function reused(): Failure {
  return new Failure("unprocessable", "This Idempotency-Key was used for another request.", {
    reason: "key-reused",
    details: [
      { path: "/Idempotency-Key", message: "was used for another request", reason: "used-for-another-request" },
    ],
  });
}

function noLongerStored(): Failure {
  return new Failure("conflict", "This request was carried out before, but its response is not stored.", {
    reason: "response-lost",
  });
}
