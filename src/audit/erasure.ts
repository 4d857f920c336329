import type { Database } from "../database/database.ts";

/** Events that one statement changes: few, so that other transactions do not wait long. */
const BATCH_SIZE = 100;

/**
 * Erases the personal data of an account from the audit log, in batches: that in events about it, and the IP
 * addresses and user agents of its requests. The chain of hashes stays intact. Can be repeated after a failure.
 */
export async function erase(database: Database, accountId: number): Promise<void> {
  let rows = 1;
  while (rows > 0) rows = await eraseBatch(database, accountId, BATCH_SIZE);
}

/** A part of `erase`. Returns the number of events that it changed; 0 if nothing is left. */
export async function eraseBatch(database: Database, accountId: number, maxRows: number): Promise<number> {
  const ofAccount = await erasePersonal(database, accountId, maxRows);
  if (ofAccount > 0) return ofAccount;
  const ofActor = await eraseClients(database, "actor_id", accountId, maxRows);
  return ofActor > 0 ? ofActor : eraseClients(database, "account_id", accountId, maxRows);
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
