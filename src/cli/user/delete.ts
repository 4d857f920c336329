import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";

export const deleteUser = defineCommand({
  description: `The account is no longer listed, its keys, tokens and sessions become invalid, and its e-mail address can be registered
again. Its data is erased after ERASE_AFTER_DAYS. The last active administrator can't be deleted.`,
  options: { email: EMAIL_OPTION, yes: YES_OPTION },
  async run({ options: { email, yes } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id, email }) => {
      if (!(await confirm(`Delete the account ${id} of ${email}?`, { yes }))) return;
      await accounts.remove(database, clock, id);
      print(`Account ${id} of ${email} is deleted.`);
    });
  },
});
