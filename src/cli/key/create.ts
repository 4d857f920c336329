import { SCOPES } from "../../accounts/scopes.ts";
import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const create = defineCommand({
  description: "Prints only the key. It can't be shown again.",
  options: {
    email: EMAIL_OPTION,
    name: {
      type: "string",
      value: "<name>",
      description: "name of the key, 1 to 100 characters, unique among the keys in use",
      required: true,
    },
    "expires-in-days": {
      type: "integer",
      value: "<days>",
      min: 1,
      max: 3650,
      description: "days until the key expires, 1 to 3650; without it, the key never expires",
    },
    scope: {
      type: "string",
      value: "<scope>",
      choices: SCOPES,
      multiple: true,
      description: "scope of the key, repeatable; without it, the key has all permissions of its owner",
    },
  },
  async run({ options: { email, name, "expires-in-days": days, scope: scopes } }) {
    const apiKeys = await import("../../accounts/api-keys.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      const expiresAt = days === undefined ? null : clock() + days * DAY_MS;
      print(await apiKeys.create(database, clock, account.id, { name, expiresAt, scopes }));
    });
  },
});
