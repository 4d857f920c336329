import type { Account } from "../../accounts/account.ts";
import { LEVELS } from "../../accounts/levels.ts";
import type { Search } from "../../accounts/listing.ts";
import type { Context } from "../../context/context.ts";
import { EMAIL_OPTION, withAccount, withContext } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION, YES_OPTION } from "../shared/command.ts";
import { confirm, formatTime, print, printJson } from "../shared/output.ts";
import { printRowStream, printRows } from "../shared/table.ts";
import { askPassword, assertValid, PASSWORD_STDIN_OPTION, readPassword } from "./password.ts";

const LEVEL_OPTION = {
  type: "integer",
  value: "<level>",
  choices: LEVELS,
  description: "1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator",
} as const;

/** Accounts that are read, and printed, at a time. */
const BATCH_SIZE = 200;

const MIB = 1024 * 1024;

export const list = defineCommand({
  description: "Ordered by id, without deleted accounts.",
  options: {
    level: { ...LEVEL_OPTION, description: `only this level: ${LEVEL_OPTION.description}` },
    status: {
      type: "string",
      value: "<status>",
      choices: ["active", "inactive"],
      description: "only accounts with this status",
    },
    search: { type: "string", value: "<text>", description: "only accounts whose name or e-mail address contains it" },
    limit: { type: "integer", value: "<count>", min: 1, description: "maximum accounts" },
    json: JSON_OPTION,
  },
  examples: ["user list --level 4", "user list --search example.com --json"],
  async run({ options: { level, status, search = "", limit = Number.POSITIVE_INFINITY, json } }) {
    const active = status === undefined ? undefined : status === "active";
    await withContext(async ({ database }) => {
      const batches = readAccounts(database, { text: search, level, active }, limit);
      await printRowStream(
        batches,
        {
          id: ({ id }) => id,
          "e-mail": ({ email }) => email,
          level: ({ user_level }) => user_level,
          status: ({ active }) => (active ? "active" : "inactive"),
          created: ({ created_at }) => formatTime(created_at),
          name: ({ name }) => name,
        },
        { json },
      );
    });
  },
});

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

export const create = defineCommand({
  description: "Asks for the password.",
  options: {
    email: { type: "string", value: "<e-mail>", description: "e-mail address, case-insensitive", required: true },
    name: { type: "string", value: "<name>", description: "1 to 255 characters", required: true },
    level: { ...LEVEL_OPTION, default: 1 },
    "password-stdin": PASSWORD_STDIN_OPTION,
  },
  examples: ["user create --email ada@example.com --name Ada --level 4"],
  async run({ options }) {
    const { email, name, level } = options;
    const password = options["password-stdin"] ? await readPassword() : await askPassword();
    await assertValid({ email, name, password });
    const accounts = await import("../../accounts/accounts.ts");
    await withContext(async ({ database, clock }) => {
      const account = await accounts.create(database, clock, { email, name, level, password });
      print(`Account ${account.id} of level ${level} was created for ${account.email}.`);
    });
  },
});

export const setLevel = defineCommand({
  description: "The last active administrator keeps level 4.",
  options: { email: EMAIL_OPTION, level: { ...LEVEL_OPTION, required: true } },
  async run({ options: { email, level } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id }) => {
      const account = await accounts.update(database, clock, id, { level });
      print(`${account.email} has level ${account.user_level}.`);
    });
  },
});

export const unlock = defineCommand({
  description: "The owner can log in again without waiting.",
  options: { email: EMAIL_OPTION },
  async run({ options: { email } }) {
    const unlocking = await import("../../accounts/unlocking.ts");
    await withAccount(email, async ({ database }, account) => {
      await unlocking.unlock(database, account);
      print(`The failed logins of ${account.email} are cleared.`);
    });
  },
});

export const deactivate = defineCommand({
  description: `The owner is signed out everywhere and can't log in; API keys are rejected. Bookmarks stay stored. The last
active administrator can't be deactivated.`,
  options: { email: EMAIL_OPTION, yes: YES_OPTION },
  async run({ options: { email, yes } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id, email }) => {
      if (!(await confirm(`Deactivate the account of ${email}?`, { yes }))) return;
      await accounts.update(database, clock, id, { active: false });
      print(`The account of ${email} is inactive.`);
    });
  },
});

export const activate = defineCommand({
  description: "The owner can log in again. API keys work again; sessions and login tokens do not.",
  options: { email: EMAIL_OPTION },
  async run({ options: { email } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id }) => {
      const account = await accounts.update(database, clock, id, { active: true });
      print(`The account of ${account.email} is active.`);
    });
  },
});

export const deleteUser = defineCommand({
  description: `The account is no longer listed, its keys, tokens and sessions become invalid, and its e-mail address can be registered
again. Its data is erased after ERASE_AFTER_DAYS. The last active administrator can't be deleted.`,
  options: { email: EMAIL_OPTION, yes: YES_OPTION },
  async run({ options: { email, yes } }) {
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, { id, email }) => {
      if (!(await confirm(`Delete the account ${id} of ${email}?`, { yes }))) return;
      await accounts.remove(database, clock, id);
      print(`Account ${id} of ${email} is deleted.`);
    });
  },
});

async function* readAccounts(database: Context["database"], filter: Omit<Search, "after">, limit: number) {
  const listing = await import("../../accounts/listing.ts");
  let left = limit;
  let after: number | undefined = 0;
  while (after !== undefined && left > 0) {
    const size = Math.min(left, BATCH_SIZE);
    const found: { readonly accounts: readonly Account[]; readonly hasMore: boolean } = await listing.search(
      database,
      { ...filter, after },
      size,
    );
    yield found.accounts.map(toFields);
    left -= found.accounts.length;
    after = found.hasMore ? found.accounts.at(-1)?.id : undefined;
  }
}

/** The fields of an account that commands print. */
function toFields({ id, email, name, user_level, active, locale, ...account }: Account) {
  const { email_confirmed_at, registered_at, created_at, updated_at } = account;
  const times = { email_confirmed_at, registered_at, created_at, updated_at };
  return { id, email, name, user_level, active: active === 1, locale, ...times };
}
