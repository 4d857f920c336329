import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { plural } from "../base/plural.ts";
import type { SkipReason } from "../library/import/bookmark/bookmark.ts";
import { beginsWithBookmarks, START_BYTES } from "../library/import/packed/first-entry.ts";
import type { Skipped } from "../library/import/reader.ts";
import type { ImportResult } from "../library/import/store.ts";
import { EMAIL_OPTION, withAccount } from "./shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "./shared/command.ts";
import { print, printJson } from "./shared/output.ts";
import { openProgress } from "./shared/progress.ts";

const MAX_MIB = 256;

/** Of an archive with uploaded files, as this server exports them, only what is before these is read. */
const MAX_ARCHIVE_MIB = 1024;

/** As many items as an account may have. */
const MAX_BOOKMARKS = 1_000_000;

/** Skipped entries that are printed; all are counted. */
const MAX_LISTED = 100;

/** Characters of a skipped entry that are printed. */
const MAX_TEXT = 100;

const REASONS = {
  noAddress: "no http or https address",
  longLink: "a link of more than 8,000 characters",
  tooLarge: "too large",
  unreadable: "not readable",
} as const satisfies Record<SkipReason, string>;

export const importFile = defineCommand({
  description: `Imports all bookmarks or none. Folders become collections; those that exist are used. Links that the account
already has are skipped. Other writes wait while the bookmarks are stored.`,
  args: {
    file: {
      description: `an export of a browser, of Raindrop.io or of Pocket (HTML), a table of Raindrop.io, Pocket, Instapaper,
Readwise or another service (CSV), a backup of Firefox, the file "Bookmarks" of Chrome or an export of Pinboard, Karakeep
or Linkwarden (JSON), a list with a link per line, or an archive with one of these (ZIP); at most ${MAX_MIB} MiB, an archive of this server ${MAX_ARCHIVE_MIB} MiB`,
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
    json: JSON_OPTION,
  },
  examples: [
    "import bookmarks.html --email ada@example.com",
    "import links.csv --email ada@example.com --json | jq .skipped",
  ],
  async run({ args: { file }, options: { email, into, json } }) {
    await assertNotLarger(file);
    const [reader, keptPages, importing, { Spool }, { engineOf }] = await Promise.all([
      import("../library/import/reader.ts"),
      import("../library/import/kept-pages.ts"),
      import("../library/import/store.ts"),
      import("../library/import/spool.ts"),
      import("../database/engine.ts"),
    ]);
    await withAccount(email, async ({ database, clock, config }, account) => {
      await engineOf(database).useMoreMemory(database);
      await using entries = await Spool.open();
      const keeping = { database, clock, accountId: account.id, maxBytes: config.accountQuota };
      const pages = new keptPages.PageKeeper(keeping);
      const skipped: Skipped[] = [];
      let [found, skippedCount, datesNotRead] = [0, 0, 0];
      const reading = {
        maxCount: MAX_BOOKMARKS,
        now: clock(),
        wantsIcons: true,
        keepPage: pages.keep,
        onSkipped: (entry: Skipped) => {
          skippedCount++;
          if (skipped.length < MAX_LISTED) skipped.push(entry);
        },
        onDateNotRead: () => {
          datesNotRead++;
        },
      };
      for await (const entry of entries.keep(reader.readEntries(createReadStream(file), reading)))
        if (reader.isBookmark(entry)) found++;
      using progress = openProgress("bookmarks", found);
      const result = await importing.store(database, clock, account.id, entries, {
        into,
        maxBytes: config.accountQuota,
        onProgress: progress.update,
        pages: await pages.cleaned(),
      });
      await pages.discard();
      const report = { ...result, skipped, skippedCount, datesNotRead };
      if (json) printJson(toReport(report));
      else for (const line of linesOf(report)) print(line);
    });
  },
});

/** Throws if the file is larger than what is read of one of its kind. */
async function assertNotLarger(file: string): Promise<void> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES);
  const maxMib = beginsWithBookmarks(buffer.subarray(0, bytesRead)) ? MAX_ARCHIVE_MIB : MAX_MIB;
  if (size > maxMib * 1024 * 1024) throw new Error(`The file is larger than ${maxMib} MiB.`);
}

/** What was imported, and what was not. */
interface Report extends ImportResult {
  /** The first entries. */
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
  readonly datesNotRead: number;
}

/** A report as JSON, with the names that the response of `parseFile` has. */
function toReport({ items, collections, duplicates, repeated, skipped, skippedCount, datesNotRead }: Report) {
  return {
    count: { bookmarks: items, collections, duplicates, repeated, skipped: skippedCount, datesNotRead },
    skipped: skipped.map(({ text, ...entry }) => ({ text: text.slice(0, MAX_TEXT), ...entry })),
  };
}

function linesOf(report: Report): string[] {
  const { items, collections, duplicates, repeated, skipped, skippedCount, datesNotRead } = report;
  const sentences = [
    `Imported ${plural(items, "bookmark")} and created ${plural(collections, "collection")}.`,
    ...(repeated === 0 ? [] : [`Of these, ${repeated} ${repeated === 1 ? "has" : "have"} the link of one before.`]),
    ...(duplicates === 0 ? [] : [`Skipped ${plural(duplicates, "link")} saved before.`]),
    ...(datesNotRead === 0 ? [] : [`Could not read the time of ${plural(datesNotRead, "bookmark")}.`]),
  ];
  const entries = skipped.map(({ line, text, reason }) => {
    const place = line === undefined ? "" : `line ${line}: `;
    return `  ${place}${text.slice(0, MAX_TEXT)} (${REASONS[reason]})`;
  });
  const heading = skippedCount === 0 ? [] : [`Skipped ${skippedCount === 1 ? "1 entry" : `${skippedCount} entries`}:`];
  const more = skippedCount > skipped.length ? [`  and ${skippedCount - skipped.length} more`] : [];
  return [sentences.join(" "), ...heading, ...entries, ...more];
}
