import type { Database } from "../database/database.ts";

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
