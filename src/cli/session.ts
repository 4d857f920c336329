import { EMAIL_OPTION, withAccount } from "./shared/account-context.ts";
import { defineCommand, JSON_OPTION, UsageError, YES_OPTION } from "./shared/command.ts";
import { confirm, formatTime, print } from "./shared/output.ts";
import { printRows } from "./shared/table.ts";

export const list = defineCommand({
  description: "Most recently used first. Login tokens and API keys are not sessions.",
  options: { email: EMAIL_OPTION, json: JSON_OPTION },
  async run({ options: { email, json } }) {
    const sessionList = await import("../accounts/session-list.ts");
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

export const end = defineCommand({
  description: "Takes effect at the next request. API keys stay valid.",
  options: {
    email: EMAIL_OPTION,
    id: { type: "string", value: "<id>", description: 'the browser, from "session list"' },
    all: { type: "boolean", description: "all browsers, and all login tokens" },
    yes: YES_OPTION,
  },
  examples: ["session end --email ada@example.com --all"],
  async run({ options: { email, id, all, yes } }) {
    if ((id === undefined) !== all) throw new UsageError("Either --id or --all is required. See --help.");
    const sessionList = await import("../accounts/session-list.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      if (id !== undefined) {
        await sessionList.end(database, account.id, id);
        print(`${account.email} is signed out of the browser ${id}.`);
      } else if (await confirm(`Sign ${account.email} out everywhere?`, { yes })) {
        await sessionList.endAll(database, clock, account.id);
        print(`${account.email} is signed out everywhere.`);
      }
    });
  },
});
