import { readFile, stat } from "node:fs/promises";
import type { Bookmark } from "../import/bookmark.ts";
import { plural } from "../plural.ts";
import { EMAIL_OPTION, withAccount } from "./account-context.ts";
import { defineCommand } from "./command.ts";
import { print } from "./output.ts";
import { openProgress } from "./progress.ts";

const MAX_MIB = 256;

/** As many items as an account may have. */
const MAX_BOOKMARKS = 1_000_000;

export const importFile = defineCommand({
  description: `Imports all bookmarks or none. Folders become collections; those that exist are used. Links that the account
already has are skipped. Other writes wait while the bookmarks are stored.`,
  args: {
    file: {
      description: `an export of a browser, of Raindrop.io or of Pocket (HTML), a table of Raindrop.io, Pocket or Instapaper
(CSV), or a list with a link per line; at most ${MAX_MIB} MiB`,
      isFile: true,
    },
  },
  options: {
    email: EMAIL_OPTION,
    into: {
      type: "integer",
      value: "<id>",
      min: 1,
      description: "the collection to import into; without it, folders become top-level collections",
    },
  },
  async run({ args: { file }, options: { email, into } }) {
    const { size } = await stat(file);
    if (size > MAX_MIB * 1024 * 1024) throw new Error(`The file is larger than ${MAX_MIB} MiB.`);
    const [reader, importing] = await Promise.all([import("../import/reader.ts"), import("../import/store.ts")]);
    await withAccount(email, async ({ database, clock, config }, account) => {
      const bookmarks: Bookmark[] = [];
      for await (const bookmark of reader.readBookmarks(await readFile(file), MAX_BOOKMARKS)) bookmarks.push(bookmark);
      using progress = openProgress("bookmarks", bookmarks.length);
      const { items, collections, duplicates } = await importing.store(database, clock, account.id, bookmarks, {
        into,
        maxBytes: config.accountQuota,
        onProgress: progress.update,
      });
      const skipped = duplicates === 0 ? "" : ` Skipped ${plural(duplicates, "link")} saved before.`;
      print(`Imported ${plural(items, "bookmark")} and created ${plural(collections, "collection")}.${skipped}`);
    });
  },
});
