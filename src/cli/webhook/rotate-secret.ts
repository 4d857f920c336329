import { EMAIL_OPTION, withAccount } from "../account-context.ts";
import { defineCommand } from "../command.ts";
import { print } from "../output.ts";
import { ID_OPTION } from "./fields.ts";

export const rotateSecret = defineCommand({
  description: "Prints only the new secret. For 24 hours deliveries are signed with the old one too.",
  options: { email: EMAIL_OPTION, id: ID_OPTION },
  async run({ options: { email, id } }) {
    const webhooks = await import("../../webhooks/webhooks.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      print(await webhooks.rotateSecret(database, clock, account.id, id));
    });
  },
});
