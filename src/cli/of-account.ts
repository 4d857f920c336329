import type { Account } from "../accounts/account.ts";
import { readConfig } from "../config.ts";
import type { Context } from "../context.ts";

/** Does some work for the account with an address. Throws when there is none. */
export async function ofAccount(
  email: string,
  work: (context: Context, account: Account) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const [accounts, { openContext }] = await Promise.all([import("../accounts/accounts.ts"), import("../context.ts")]);
  const context = await openContext(config);
  try {
    const account = await accounts.findByEmail(context.database, email);
    if (account === undefined) throw new Error(`There is no account with the address ${email}.`);
    await work(context, account);
  } finally {
    await context.close();
  }
}
