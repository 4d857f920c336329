import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, UsageError, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";

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
    const sessionList = await import("../../accounts/session-list.ts");
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
