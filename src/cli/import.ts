import { readFile, stat } from "node:fs/promises";
import { stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import type { Bookmark } from "../import/bookmark.ts";
import { withAccount } from "./account-context.ts";
import { type Command, UsageError } from "./command.ts";

const HELP = `Imports the bookmarks of a file into an account, all or none. Folders become collections; those that exist are used.
Links that the account already has are skipped. Other changes wait while the bookmarks are stored.

Usage: npm run -s triptych -- import <file> --email <address> [--into <id>]

  <file>              an export of a browser, of Raindrop.io or of Pocket (HTML), a table of Raindrop.io, Pocket or
                      Instapaper (CSV), or a list with a link per line; at most 256 MiB
  --email <address>   e-mail address of the account
  --into <id>         the collection that gets the folders and bookmarks (default: the root, and Unsorted)

Settings are environment variables; DATABASE_URL selects the database.
`;

const MAX_MIB = 256;

/** As many items as an account may have. */
const MAX_BOOKMARKS = 1_000_000;

/** `triptych import` */
export const importFile: Command = {
  help: HELP,
  async run(args) {
    const { file, email, into } = parse(args);
    const { size } = await stat(file);
    if (size > MAX_MIB * 1024 * 1024) throw new Error(`The file is larger than ${MAX_MIB} MiB.`);
    const [reader, importing] = await Promise.all([import("../import/reader.ts"), import("../import/store.ts")]);
    await withAccount(email, async ({ database, clock, config }, account) => {
      const bookmarks: Bookmark[] = [];
      for await (const bookmark of reader.readBookmarks(await readFile(file), MAX_BOOKMARKS)) bookmarks.push(bookmark);
      const { items, collections, duplicates } = await importing.store(database, clock, account.id, bookmarks, {
        into,
        maxBytes: config.accountQuota,
        onProgress: (count) => showProgress(count, bookmarks.length),
      });
      if (stderr.isTTY) stderr.write("\n");
      stdout.write(`Imported ${items} bookmarks and created ${collections} collections.`);
      stdout.write(duplicates === 0 ? "\n" : ` Skipped ${duplicates} links that were saved before.\n`);
    });
  },
};

function parse(args: readonly string[]) {
  const { values, positionals } = parseInput(args);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError("One file is required. See --help.");
  if (values.email === undefined) throw new UsageError("--email is required. See --help.");
  return { file, email: values.email, into: parseId(values.into) };
}

function parseInput(args: readonly string[]) {
  try {
    const options = { email: { type: "string" }, into: { type: "string" } } as const;
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error} See --help.`);
  }
}

function parseId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError("--into must be the id of a collection.");
}

/** Rewrites one line on a terminal. */
function showProgress(count: number, total: number): void {
  if (stderr.isTTY) stderr.write(`\r${count} of ${total} bookmarks`);
}
