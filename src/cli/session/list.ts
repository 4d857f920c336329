import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";

export const list = defineCommand({
  description: "Most recently used first. Login tokens and API keys are not sessions.",
  options: { email: EMAIL_OPTION, json: JSON_OPTION },
  async run({ options: { email, json } }) {
    const sessionList = await import("../../accounts/session-list.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      const browsers = (await sessionList.listOfAccount(database, clock, account.id)).map((browser) => ({
        id: browser.id,
        signed_in_at: browser.signedInAt,
        last_used_at: browser.lastUsedAt,
        expires_at: browser.expiresAt,
        network: browser.network,
        kept_signed_in: browser.isKeptSignedIn,
        user_agent: browser.userAgent,
      }));
      printRows(
        browsers,
        {
          id: ({ id }) => id,
          "signed in": ({ signed_in_at }) => formatTime(signed_in_at),
          "last used": ({ last_used_at }) => formatTime(last_used_at),
          expires: ({ expires_at }) => formatTime(expires_at),
          network: ({ network }) => network,
          "user agent": ({ user_agent }) => user_agent,
        },
        { json },
      );
    });
  },
});
