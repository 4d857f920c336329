import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";

export const list = defineCommand({
  description: "The status of a disabled webhook is the reason why it is disabled.",
  options: { email: EMAIL_OPTION, json: JSON_OPTION },
  async run({ options: { email, json } }) {
    const webhooks = await import("../../webhooks/webhooks.ts");
    await withAccount(email, async ({ database }, { id }) => {
      printRows(
        await webhooks.list(database, id),
        {
          id: (webhook) => webhook.id,
          status: ({ disabled_reason }) => (disabled_reason === null ? "enabled" : `disabled: ${disabled_reason}`),
          waiting: ({ waiting_count }) => waiting_count,
          "last success": ({ last_succeeded_at }) => formatTime(last_succeeded_at),
          events: ({ types }) => types.join(","),
          url: ({ url }) => url,
        },
        { json },
      );
    });
  },
});
