import { sql } from "kysely";
import type { Transaction } from "../database/database.ts";
import type { Batch, Erased } from "./step.ts";

/**
 * Deletes what is stored for the e-mail address of a deleted account: invitations and failed logins. Deletes nothing if
 * another account has the address by now.
 */
export async function eraseAddress(transaction: Transaction, { accountId, maxRows }: Batch): Promise<Erased> {
  const account = await transaction
    .selectFrom("accounts")
    .select("email_key")
    .where("id", "=", accountId)
    .executeTakeFirst();
  const emailKey = account?.email_key ?? "";
  if (emailKey === "" || (await isInUse(transaction, emailKey))) return { rows: 0, next: undefined };
  let rows = 0;
  for (const table of ["invitations", "failed_logins"] as const) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where email_key = ${emailKey} limit ${maxRows})`.execute(transaction);
    rows = Math.max(rows, Number(numAffectedRows));
  }
  return { rows, next: rows < maxRows ? undefined : 0 };
}

async function isInUse(transaction: Transaction, emailKey: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("email_key", "=", emailKey)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return other !== undefined;
}
