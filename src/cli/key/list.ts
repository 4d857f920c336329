import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";

export const list = defineCommand({
  description: "Newest first, without revoked keys.",
  options: { email: EMAIL_OPTION, json: JSON_OPTION },
  async run({ options: { email, json } }) {
    const apiKeys = await import("../../accounts/api-keys.ts");
    await withAccount(email, async ({ database }, { id }) => {
      const keys = await apiKeys.list(database, id);
      printRows(
        keys,
        {
          prefix: ({ prefix }) => prefix,
          created: ({ created_at }) => formatTime(created_at),
          "last used": ({ last_used_at }) => formatTime(last_used_at),
          expires: ({ expires_at }) => formatTime(expires_at),
          scopes: ({ scopes }) => scopes?.join(" ") ?? "everything",
          name: ({ name }) => name,
        },
        { json },
      );
    });
  },
});
