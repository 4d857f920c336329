import type { RawBuilder } from "kysely";
import type { Database, Transaction } from "../../database/database.ts";

/** Chunks that one transaction deletes: 2 MiB. */
const CHUNKS_PER_TRANSACTION = 8;

/** The files whose item was deleted for good, or whose upload was interrupted. */
export function selectExpired(database: Database, now: number | RawBuilder<number>) {
  return database
    .selectFrom("files")
    .select(["id", "account_id as accountId"])
    .where("expires_at", "is not", null)
    .where("expires_at", "<=", now);
}

/** Finds the file that expired first. */
export async function findExpired(database: Database, clock: () => number) {
  return selectExpired(database, clock()).orderBy("expires_at").limit(1).executeTakeFirst();
}

/**
 * Deletes some chunks of a file, and finally the file. Returns whether there may be more. Deletes nothing of a file that
 * an item has.
 */
export async function deletePart(transaction: Transaction, id: number): Promise<boolean> {
  // From now on, an upload that is still in progress fails.
  await transaction
    .updateTable("files")
    .set({ expires_at: 0 })
    .where("id", "=", id)
    .where("expires_at", ">", 0)
    .execute();
  const chunks = await transaction
    .selectFrom("file_chunks")
    .innerJoin("files", "files.id", "file_chunks.file_id")
    .select("number")
    .where("file_id", "=", id)
    .where("files.expires_at", "is not", null)
    .orderBy("number")
    .limit(CHUNKS_PER_TRANSACTION)
    .execute();
  const numbers = chunks.map(({ number }) => number);
  if (numbers.length > 0) {
    await transaction.deleteFrom("file_chunks").where("file_id", "=", id).where("number", "in", numbers).execute();
  }
  if (numbers.length === CHUNKS_PER_TRANSACTION) return true;
  await transaction.deleteFrom("files").where("id", "=", id).where("expires_at", "is not", null).execute();
  return false;
}

/** Deletes a part of a file of the account whose item was deleted for good. Returns false if there is none. */
export async function freeSome(transaction: Transaction, accountId: number): Promise<boolean> {
  const released = await transaction
    .selectFrom("files")
    .select("id")
    .where("account_id", "=", accountId)
    .where("expires_at", "=", 0)
    .limit(1)
    .executeTakeFirst();
  if (released === undefined) return false;
  await deletePart(transaction, released.id);
  return true;
}
