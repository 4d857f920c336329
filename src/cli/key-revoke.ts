import { stdout } from "node:process";
import { withAccount } from "./account-context.ts";
import { type Command, parseOptions, UsageError } from "./command.ts";

const HELP = `Revokes an API key of an account. It stops working immediately. This cannot be undone.

Usage: npm run -s triptych -- key revoke --email <address> --name <name>

Settings are environment variables; DATABASE_URL selects the database.
`;

/** `triptych key revoke` */
export const keyRevoke: Command = {
  help: HELP,
  async run(args) {
    const { email, name } = parseOptions(args, { email: { type: "string" }, name: { type: "string" } });
    if (email === undefined || name === undefined) throw new UsageError("--email and --name are required. See --help.");
    const apiKeys = await import("../accounts/api-keys.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      const key = (await apiKeys.list(database, account.id)).find((candidate) => candidate.name === name);
      if (key === undefined) throw new Error(`${account.email} has no key named ${name}. "key list" lists its keys.`);
      await apiKeys.revoke(database, clock, account.id, key.id);
      stdout.write(`The key ${key.prefix}… of ${account.email} is revoked.\n`);
    });
  },
};
