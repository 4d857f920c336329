import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";
import { ID_OPTION } from "./fields.ts";

export const deleteWebhook = defineCommand({
  description: "Drops the events that wait for delivery. This cannot be undone.",
  options: { email: EMAIL_OPTION, id: ID_OPTION, yes: YES_OPTION },
  async run({ options: { email, id, yes } }) {
    const webhooks = await import("../../webhooks/webhooks.ts");
    await withAccount(email, async ({ database }, account) => {
      await webhooks.get(database, account.id, id);
      if (!(await confirm(`Delete the webhook ${id} of ${account.email}?`, { yes }))) return;
      await webhooks.remove(database, account.id, id);
      print(`The webhook ${id} is deleted.`);
    });
  },
});
