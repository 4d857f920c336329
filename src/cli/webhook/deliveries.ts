import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";
import { ID_OPTION } from "./fields.ts";

export const deliveries = defineCommand({
  description: "First those that are retried at the given time, then the newest finished ones.",
  options: { email: EMAIL_OPTION, id: ID_OPTION, json: JSON_OPTION },
  async run({ options: { email, id, json } }) {
    const webhooks = await import("../../webhooks/webhooks.ts");
    const recent = await import("../../webhooks/deliveries.ts");
    await withAccount(email, async ({ database }, account) => {
      await webhooks.get(database, account.id, id);
      printRows(
        await recent.list(database, id),
        {
          event: ({ message_id }) => message_id,
          type: ({ type }) => type,
          created: ({ created_at }) => formatTime(created_at),
          state: ({ state }) => state,
          at: ({ at }) => formatTime(at),
          attempts: ({ attempts }) => attempts,
          status: ({ status }) => status,
          reason: ({ reason }) => reason,
        },
        { json },
      );
    });
  },
});
