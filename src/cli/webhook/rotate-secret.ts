import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";
import { ID_OPTION } from "./fields.ts";

export const rotateSecret = defineCommand({
  description: "Prints only the new secret. For 24 hours deliveries are signed with the old one too.",
  options: { email: EMAIL_OPTION, id: ID_OPTION, yes: YES_OPTION },
  async run({ options: { email, id, yes } }) {
    const webhooks = await import("../../webhooks/webhooks.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      await webhooks.get(database, account.id, id);
      if (!(await confirm(`Replace the secret of the webhook ${id} of ${account.email}?`, { yes }))) return;
      print(await webhooks.rotateSecret(database, clock, account.id, id));
    });
  },
});
