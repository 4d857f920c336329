import { stdout } from "node:process";
import { withAccount } from "./account-context.ts";
import { type Command, parseOptions, UsageError } from "./command.ts";

const HELP = `Clears the failed logins of an account, so that its owner can log in without waiting.

Usage: npm run -s triptych -- user unlock --email <address>

Settings are environment variables; DATABASE_URL selects the database.
`;

/** `triptych user unlock` */
export const userUnlock: Command = {
  help: HELP,
  async run(args) {
    const { email } = parseOptions(args, { email: { type: "string" } });
    if (email === undefined) throw new UsageError("--email is required. See --help.");
    const [{ toEmailKey }, throttle] = await Promise.all([
      import("../accounts/account.ts"),
      import("../accounts/login/login-throttle.ts"),
    ]);
    await withAccount(email, async ({ database }, account) => {
      await throttle.unlock(database, toEmailKey(account.email));
      stdout.write(`The failed logins of ${account.email} are cleared.\n`);
    });
  },
};
