import { stdout } from "node:process";
import { withAccount } from "./account-context.ts";
import { type Command, parseOptions, UsageError } from "./command.ts";

const HELP = `Creates a link with which the owner of an account can choose a new password, and prints only the link.
It works once, within 30 minutes. A new password signs the owner out everywhere.

Usage: npm run -s triptych -- user reset-link --email <address>

Settings are environment variables; DATABASE_URL selects the database, BASE_URL is the start of the link.
`;

/** `triptych user reset-link` */
export const userResetLink: Command = {
  help: HELP,
  async run(args) {
    const { email } = parseOptions(args, { email: { type: "string" } });
    if (email === undefined) throw new UsageError("--email is required. See --help.");
    const { createLink } = await import("../accounts/links/password-reset.ts");
    await withAccount(email, async ({ database, clock, config: { baseUrl } }, { id }) => {
      stdout.write(`${await createLink(database, { clock, baseUrl }, id)}\n`);
    });
  },
};
