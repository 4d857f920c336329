import { stdout } from "node:process";
import type { ApiKey } from "../accounts/api-keys.ts";
import { withAccount } from "./account-context.ts";
import { type Command, parseOptions, UsageError } from "./command.ts";

const HELP = `Lists the API keys of an account, except revoked ones, newest first, as tab-separated lines: prefix, created,
last used, expires, name.

Usage: npm run -s triptych -- key list --email <address>

Settings are environment variables; DATABASE_URL selects the database.
`;

/** `triptych key list` */
export const keyList: Command = {
  help: HELP,
  async run(args) {
    const { email } = parseOptions(args, { email: { type: "string" } });
    if (email === undefined) throw new UsageError("--email is required. See --help.");
    const apiKeys = await import("../accounts/api-keys.ts");
    await withAccount(email, async ({ database }, { id }) => {
      const lines = (await apiKeys.list(database, id)).map(toLine);
      stdout.write(["prefix\tcreated\tlast used\texpires\tname", ...lines, ""].join("\n"));
    });
  },
};

/** Replaces control characters: a name may contain line breaks and terminal escape sequences. */
function toLine({ prefix, name, created_at, last_used_at, expires_at }: ApiKey): string {
  const printable = name.replace(/\p{Cc}/gu, "\u{fffd}");
  return [prefix, timeOrNever(created_at), timeOrNever(last_used_at), timeOrNever(expires_at), printable].join("\t");
}

function timeOrNever(milliseconds: number | null): string {
  return milliseconds === null ? "never" : new Date(milliseconds).toISOString();
}
