import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";
import { ID_OPTION } from "./fields.ts";

export const test = defineCommand({
  description: "Sends it at once, from this process and without a retry, even if the webhook is disabled.",
  options: { email: EMAIL_OPTION, id: ID_OPTION },
  async run({ options: { email, id } }) {
    const { sendTest } = await import("../../webhooks/attempt.ts");
    await withAccount(email, async ({ database, clock, config }, account) => {
      const allowsPrivate = config.webhookPrivateNetworks === "allow";
      const { status, reason } = await sendTest(database, clock, account.id, id, { allowsPrivate });
      const detail = status === null ? `${reason}` : `status ${status}`;
      if (reason !== null) throw new Error(`The test event was not accepted: ${detail}. See docs/webhooks.md.`);
      print(`The test event was accepted: ${detail}.`);
    });
  },
});
