import { SCOPES } from "../accounts/scopes.ts";
import { EMAIL_OPTION, withAccount } from "./shared/account-context.ts";
import { defineCommand, JSON_OPTION, YES_OPTION } from "./shared/command.ts";
import { confirm, formatTime, print } from "./shared/output.ts";
import { printRows } from "./shared/table.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const list = defineCommand({
  description: "Newest first, without revoked keys.",
  options: { email: EMAIL_OPTION, json: JSON_OPTION },
  async run({ options: { email, json } }) {
    const apiKeys = await import("../accounts/api-keys.ts");
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
    const apiKeys = await import("../accounts/api-keys.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      const expiresAt = days === undefined ? null : clock() + days * DAY_MS;
      print(await apiKeys.create(database, clock, account.id, { name, expiresAt, scopes }));
    });
  },
});

export const revoke = defineCommand({
  description: "The key stops working immediately. This cannot be undone.",
  options: {
    email: EMAIL_OPTION,
    name: { type: "string", value: "<name>", description: "name of the key", required: true },
    yes: YES_OPTION,
  },
  async run({ options: { email, name, yes } }) {
    const apiKeys = await import("../accounts/api-keys.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      const key = (await apiKeys.list(database, account.id)).find((candidate) => candidate.name === name);
      if (key === undefined) throw new Error(`${account.email} has no key named ${name}. "key list" lists its keys.`);
      if (!(await confirm(`Revoke the key ${key.prefix}… of ${account.email}?`, { yes }))) return;
      await apiKeys.revoke(database, clock, account.id, key.id);
      print(`The key ${key.prefix}… of ${account.email} is revoked.`);
    });
  },
});
