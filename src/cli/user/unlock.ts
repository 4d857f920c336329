import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";

export const unlock = defineCommand({
  description: "The owner can log in again without waiting.",
  options: { email: EMAIL_OPTION },
  async run({ options: { email } }) {
    const unlocking = await import("../../accounts/unlocking.ts");
    await withAccount(email, async ({ database }, account) => {
      await unlocking.unlock(database, account);
      print(`The failed logins of ${account.email} are cleared.`);
    });
  },
});
