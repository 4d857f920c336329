import { sql } from "kysely";
import type { Transaction } from "../database/database.ts";
import type { Batch, Erased } from "./step.ts";

/** Deletes a part of a webhook with its deliveries and results, and finally the webhook. */
export async function eraseWebhooks(transaction: Transaction, { accountId, maxRows }: Batch): Promise<Erased> {
  const webhook = await transaction
    .selectFrom("webhooks")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (webhook === undefined) return { rows: 0, next: undefined };
  for (const table of ["webhook_deliveries", "webhook_results"] as const) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where webhook_id = ${webhook.id} limit ${maxRows})`.execute(transaction);
    if (numAffectedRows > 0n) return { rows: Number(numAffectedRows), next: 0 };
  }
  await transaction.deleteFrom("webhooks").where("id", "=", webhook.id).execute();
  return { rows: 1, next: 0 };
}
