import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime, printJson } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";
import { toFields } from "./fields.ts";

const MIB = 1024 * 1024;

export const show = defineCommand({
  options: { email: EMAIL_OPTION, json: JSON_OPTION },
  async run({ options: { email, json } }) {
    const [apiKeys, loginHistory, sessionList, throttle, quota] = await Promise.all([
      import("../../accounts/api-keys.ts"),
      import("../../accounts/login/login-history.ts"),
      import("../../accounts/session-list.ts"),
      import("../../accounts/login/login-throttle.ts"),
      import("../../library/quota.ts"),
    ]);
    await withAccount(email, async ({ database, clock }, account) => {
      const { id } = account;
      const fields = {
        ...toFields(account),
        last_login_at: (await loginHistory.lastTimeOf(database, id)) ?? null,
        failed_logins: await throttle.countFailures(database, clock, account.email),
        api_keys: (await apiKeys.list(database, id)).length,
        browsers: (await sessionList.listOfAccount(database, clock, id)).length,
        ...(await quota.usageOf(database, id)),
      };
      if (json) {
        printJson(fields);
        return;
      }
      const lines = [
        ["id", id],
        ["e-mail", fields.email],
        ["name", fields.name],
        ["level", fields.user_level],
        ["status", fields.active ? "active" : "inactive"],
        ["locale", fields.locale],
        ["created", formatTime(fields.created_at)],
        ["e-mail confirmed", formatTime(fields.email_confirmed_at)],
        ["last login", formatTime(fields.last_login_at)],
        ["failed logins of the last day", fields.failed_logins],
        ["API keys", fields.api_keys],
        ["browsers signed in", fields.browsers],
        ["collections", fields.collection_count],
        ["items", fields.item_count],
        ["storage", `${(fields.stored_bytes / MIB).toFixed(1)} MiB`],
      ] as const;
      printRows(lines, { field: ([name]) => name, value: ([, value]) => value }, { json: false });
    });
  },
});
