import type { Account } from "../accounts/account.ts";
import { readConfig } from "../config.ts";
import type { Context } from "../context.ts";

/**
 * Opens a context and calls `work` with the account that has this e-mail address. Throws when there
 * is none.
 */
export async function withAccount(
  email: string,
  work: (context: Context, account: Account) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const [accounts, { openContext }] = await Promise.all([import("../accounts/accounts.ts"), import("../context.ts")]);
  const context = await openContext(config);
  try {
    const account = await accounts.findByEmail(context.database, email);
    if (account === undefined) throw new Error(`There is no account with the e-mail address ${email}.`);
    await work(context, account);
  } finally {
    await context.close();
  }
}
