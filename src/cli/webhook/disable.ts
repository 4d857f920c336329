import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";
import { ID_OPTION } from "./fields.ts";

export const disable = defineCommand({
  description: "Drops the events that wait for delivery.",
  options: { email: EMAIL_OPTION, id: ID_OPTION },
  async run({ options: { email, id } }) {
    const webhooks = await import("../../webhooks/webhooks.ts");
    await withAccount(email, async ({ database }, account) => {
      await webhooks.disable(database, account.id, id);
      print(`The webhook ${id} is disabled.`);
    });
  },
});
