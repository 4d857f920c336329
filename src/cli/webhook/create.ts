import { EVENT_TYPES } from "../../library/events/event-types.ts";
import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { printJson, printText } from "../shared/output.ts";

export const create = defineCommand({
  description: "Prints its id and its secret, which verifies signatures. The secret can't be shown again.",
  options: {
    email: EMAIL_OPTION,
    url: { type: "string", value: "<url>", description: "where the events are sent", required: true },
    event: {
      type: "string",
      value: "<type>",
      description: "type of events to send, repeatable; without it, all types",
      multiple: true,
      choices: EVENT_TYPES,
    },
    json: JSON_OPTION,
  },
  examples: ["webhook create --email ada@example.com --url https://example.com/hook --event item.created"],
  async run({ options: { email, url, event, json } }) {
    const webhooks = await import("../../webhooks/webhooks.ts");
    await withAccount(email, async ({ database, clock, config }, account) => {
      const allowsPrivate = config.webhookPrivateNetworks === "allow";
      const types = event.length === 0 ? EVENT_TYPES : event;
      const created = await webhooks.create(database, clock, account.id, { url, types }, { allowsPrivate });
      if (json) printJson(created);
      else printText(`${created.id}\t${created.secret}\n`);
    });
  },
});
