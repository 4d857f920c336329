import { stdout } from "node:process";
import type { ApiKey } from "../accounts/api-keys.ts";
import { type Command, parseOptions, UsageError } from "./command.ts";
import { ofAccount } from "./of-account.ts";

const HELP = `Lists the API keys of an account that are not revoked, the newest first: what each begins with, when it was created, last used and
expires, and its name, separated by tabs.

Usage: npm run -s triptych -- key list --email <address>

Settings are environment variables; DATABASE_URL says which database.
`;

/** `triptych key list` */
export const keyList: Command = {
  help: HELP,
  async run(args) {
    const { email } = parseOptions(args, { email: { type: "string" } });
    if (email === undefined) throw new UsageError("Give --email. See --help.");
    const apiKeys = await import("../accounts/api-keys.ts");
    await ofAccount(email, async ({ database }, { id }) => {
      const lines = (await apiKeys.list(database, id)).map(toLine);
      stdout.write(["begins with\tcreated\tlast used\texpires\tname", ...lines, ""].join("\n"));
    });
  },
};

/** A name may hold anything but NUL; in a line it must neither end it nor speak to the terminal. */
function toLine({ prefix, name, created_at, last_used_at, expires_at }: ApiKey): string {
  const printable = name.replace(/\p{Cc}/gu, "\u{fffd}");
  return [prefix, moment(created_at), moment(last_used_at), moment(expires_at), printable].join("\t");
}

function moment(milliseconds: number | null): string {
  return milliseconds === null ? "never" : new Date(milliseconds).toISOString();
}
