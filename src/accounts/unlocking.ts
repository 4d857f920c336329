import { type Database, inTransaction } from "../database/database.ts";
import { toEmailKey } from "../mail/email-key.ts";
import type { Account } from "./account.ts";
import * as accountAudit from "./account-audit.ts";
import * as throttle from "./login/login-throttle.ts";

/** Ends the waiting after failed logins to an account, from any network. */
export async function unlock(database: Database, { id, email }: Pick<Account, "id" | "email">): Promise<void> {
  const emailKey = toEmailKey(email);
  await inTransaction(database, async (transaction) => {
    const failure = await transaction
      .selectFrom("failed_logins")
      .select("id")
      .where("email_key", "=", emailKey)
      .limit(1)
      .executeTakeFirst();
    if (failure === undefined) return;
    await throttle.unlock(transaction, emailKey);
    accountAudit.recordOne(transaction, id, "account.unlock");
  });
}
