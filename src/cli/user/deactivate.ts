import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";

export const deactivate = defineCommand({
  description: `The owner is signed out everywhere and can't log in; API keys are rejected. Bookmarks stay stored. The last
active administrator can't be deactivated.`,
  options: { email: EMAIL_OPTION, yes: YES_OPTION },
  async run({ options: { email, yes } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id, email }) => {
      if (!(await confirm(`Deactivate the account of ${email}?`, { yes }))) return;
      await accounts.update(database, clock, id, { active: false });
      print(`The account of ${email} is inactive.`);
    });
  },
});
