import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";
import { LEVEL_OPTION } from "./fields.ts";

export const setLevel = defineCommand({
  description: "The last active administrator keeps level 4.",
  options: { email: EMAIL_OPTION, level: { ...LEVEL_OPTION, required: true } },
  async run({ options: { email, level } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id }) => {
      const account = await accounts.update(database, clock, id, { level });
      print(`${account.email} has level ${account.user_level}.`);
    });
  },
});
