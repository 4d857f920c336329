import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";

export const activate = defineCommand({
  description: "The owner can log in again. API keys work again; sessions and login tokens do not.",
  options: { email: EMAIL_OPTION },
  async run({ options: { email } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id }) => {
      const account = await accounts.update(database, clock, id, { active: true });
      print(`The account of ${account.email} is active.`);
    });
  },
});
