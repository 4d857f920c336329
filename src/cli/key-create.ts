import { stdout } from "node:process";
import { type Command, parseOptions, UsageError } from "./command.ts";
import { ofAccount } from "./of-account.ts";

const HELP = `Makes an API key of an account, and prints the key and nothing else on standard output. It is not shown again.

Usage: npm run -s triptych -- key create --email <address> --name <name> [--expires-in-days <days>]

  --email <address>          whose key it is
  --name <name>              what it is for, 1 to 100 characters; each key of an account has another
  --expires-in-days <days>   when it stops working, 1 to 3650; otherwise never

Settings are environment variables; DATABASE_URL says which database.
`;

const DAY = 24 * 60 * 60 * 1000;

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
    if (email === undefined || name === undefined) throw new UsageError("Give --email and --name. See --help.");
    const days = toDays(options["expires-in-days"]);
    const apiKeys = await import("../accounts/api-keys.ts");
    await ofAccount(email, async ({ database, clock }, account) => {
      const expiresAt = days === undefined ? null : clock() + days * DAY;
      stdout.write(`${await apiKeys.create(database, clock, account.id, { name, expiresAt })}\n`);
    });
  },
};

function toDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days >= 1 && days <= 3650) return days;
  throw new UsageError("--expires-in-days must be a whole number from 1 to 3650.");
}
