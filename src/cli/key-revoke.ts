import { stdout } from "node:process";
import { type Command, parseOptions, UsageError } from "./command.ts";
import { ofAccount } from "./of-account.ts";

const HELP = `Revokes an API key of an account: from the next request on it is refused. This can't be undone.

Usage: npm run -s triptych -- key revoke --email <address> --name <name>

Settings are environment variables; DATABASE_URL says which database.
`;

/** `triptych key revoke` */
export const keyRevoke: Command = {
  help: HELP,
  async run(args) {
    const { email, name } = parseOptions(args, { email: { type: "string" }, name: { type: "string" } });
    if (email === undefined || name === undefined) throw new UsageError("Give --email and --name. See --help.");
    const apiKeys = await import("../accounts/api-keys.ts");
    await ofAccount(email, async ({ database, clock }, account) => {
      const key = (await apiKeys.list(database, account.id)).find((known) => known.name === name);
      if (key === undefined) throw new Error(`${account.email} has no key of the name ${name}. See key list.`);
      await apiKeys.revoke(database, clock, account.id, key.id);
      stdout.write(`The key ${key.prefix}… of ${account.email} is revoked.\n`);
    });
  },
};
