import { type Database, inTransaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Events that a transaction deletes. */
const BATCH_SIZE = 200;

type Clock = () => number;

/**
 * Erases a part of the personal data of an account from the audit log: what events about it say of it, and the IP
 * addresses and user agents of its requests. The chain of hashes stays intact. Returns the number of events that it
 * changed; 0 if nothing is left.
 */
export async function eraseBatch(database: Database, accountId: number, maxRows: number): Promise<number> {
  const ofAccount = await erasePersonal(database, accountId, maxRows);
  if (ofAccount > 0) return ofAccount;
  const ofActor = await eraseClients(database, "actor_id", accountId, maxRows);
  return ofActor > 0 ? ofActor : eraseClients(database, "account_id", accountId, maxRows);
}

/** Whether the audit log begins with events that are older than `days`. */
export async function hasExpired(database: Database, clock: Clock, days: number): Promise<boolean> {
  return (await lastExpired(database, clock, days)) !== undefined;
}

/**
 * Deletes up to 200 events that are older than `days` from the beginning of the audit log, and records the hash of the last
 * one, with which the chain can still be verified. Returns whether it deleted any.
 */
export async function deleteExpired(database: Database, clock: Clock, days: number): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const last = await lastExpired(transaction, clock, days);
    if (last === undefined) return false;
    await transaction.updateTable("audit_head").set({ deleted_count: last.id, deleted_hash: last.hash }).execute();
    await transaction.deleteFrom("audit_events").where("id", "<=", last.id).execute();
    return true;
  });
}

async function erasePersonal(database: Database, accountId: number, maxRows: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("audit_events")
    .set({ personal: null, personal_salt: null })
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("audit_events")
        .select("id")
        .where("account_id", "=", accountId)
        .where("personal", "is not", null)
        .limit(maxRows),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Anonymous clients that change an account, by registering it or with a mailed link, are those of its owner. */
async function eraseClients(
  database: Database,
  column: "actor_id" | "account_id",
  accountId: number,
  maxRows: number,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("audit_events")
    .set({ client: null, client_salt: null })
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("audit_events")
        .select("id")
        .where(column, "=", accountId)
        .where("client", "is not", null)
        .$if(column === "account_id", (query) => query.where("actor_id", "is", null))
        .limit(maxRows),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * The last of the first 200 events to which all are older than `days`. A time more than a day ahead was written by a clock
 * that was ahead: such an event is as old as the next one.
 */
async function lastExpired(database: Database, clock: Clock, days: number) {
  const [now, end] = [clock(), clock() - days * DAY_MS];
  const first = await database
    .selectFrom("audit_events")
    .select(["id", "hash", "occurred_at"])
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();
  const isRecent = (time: Time) => time >= end && time <= now + DAY_MS;
  const firstRecent = first.findIndex(({ occurred_at }) => isRecent(occurred_at));
  return first.slice(0, firstRecent < 0 ? first.length : firstRecent).findLast(({ occurred_at }) => occurred_at < end);
}
