import type { Account } from "../../accounts/account.ts";
import type { Context } from "../../context/context.ts";
import { readConfig } from "../../settings/config.ts";

/** `--email` of commands about one account. */
export const EMAIL_OPTION = {
  type: "string",
  value: "<e-mail>",
  description: "e-mail address of the account",
  required: true,
} as const;

/** Opens a context of the configured database, migrating it if it is older, and closes it after `work`. */
export async function withContext(work: (context: Context) => Promise<void>): Promise<void> {
  const config = readConfig();
  const { openContext } = await import("../../context/context.ts");
  const context = await openContext(config);
  try {
    await work(context);
  } finally {
    await context.close();
  }
}

/** `withContext`, with the account that has this e-mail address. Throws if there is none. */
export async function withAccount(
  email: string,
  work: (context: Context, account: Account) => Promise<void>,
): Promise<void> {
  const accounts = await import("../../accounts/accounts.ts");
  await withContext(async (context) => {
    const account = await accounts.findByEmail(context.database, email);
    if (account === undefined) throw new Error(`There is no account with the e-mail address ${email}.`);
    await work(context, account);
  });
}
