import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";

export const revoke = defineCommand({
  description: "The key stops working immediately. This cannot be undone.",
  options: {
    email: EMAIL_OPTION,
    name: { type: "string", value: "<name>", description: "name of the key", required: true },
    yes: YES_OPTION,
  },
  async run({ options: { email, name, yes } }) {
    const apiKeys = await import("../../accounts/api-keys.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      const key = (await apiKeys.list(database, account.id)).find((candidate) => candidate.name === name);
      if (key === undefined) throw new Error(`${account.email} has no key named ${name}. "key list" lists its keys.`);
      if (!(await confirm(`Revoke the key ${key.prefix}… of ${account.email}?`, { yes }))) return;
      await apiKeys.revoke(database, clock, account.id, key.id);
      print(`The key ${key.prefix}… of ${account.email} is revoked.`);
    });
  },
});
