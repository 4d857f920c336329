import { stdout } from "node:process";
import { withAccount } from "./account-context.ts";
import { type Command, parseOptions, UsageError } from "./command.ts";

const HELP = `Creates an API key for an account and prints only the key to standard output. It can't be shown again.

Usage: npm run -s triptych -- key create --email <address> --name <name> [--expires-in-days <days>]

  --email <address>          e-mail address of the account
  --name <name>              name of the key, 1 to 100 characters, unique among the keys in use
  --expires-in-days <days>   days until the key expires, 1 to 3650 (default: never)

Settings are environment variables; DATABASE_URL selects the database.
`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** `triptych key create` */
export const keyCreate: Command = {
  help: HELP,
  async run(args) {
    const options = parseOptions(args, {
      email: { type: "string" },
      name: { type: "string" },
      "expires-in-days": { type: "string" },
    });
    const { email, name } = options;
    if (email === undefined || name === undefined) throw new UsageError("--email and --name are required. See --help.");
    const days = parseDays(options["expires-in-days"]);
    const apiKeys = await import("../accounts/api-keys.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      const expiresAt = days === undefined ? null : clock() + days * DAY_MS;
      stdout.write(`${await apiKeys.create(database, clock, account.id, { name, expiresAt })}\n`);
    });
  },
};

function parseDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days >= 1 && days <= 3650) return days;
  throw new UsageError("--expires-in-days must be a whole number from 1 to 3650.");
}
