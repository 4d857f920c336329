import { setImmediate } from "node:timers/promises";
import { eachYielding } from "#contract/scheduling";
import * as library from "../collections/library.ts";
import type { Database, Transaction } from "../database/database.ts";
import * as existingLinks from "../items/existing-links.ts";
import { linkKeyOf } from "../items/link-key.ts";
import * as position from "../items/position.ts";
import { recover } from "../undo/recovery.ts";
import { Step } from "../undo/step.ts";
import * as changes from "../webhooks/changes.ts";
import type { Bookmark } from "./bookmark.ts";
import { Folders, keysOf } from "./folders.ts";
import { Insertion, toRow } from "./insertion.ts";
import { type Entry, isBookmark } from "./reader.ts";

type Clock = () => number;

/** What was imported. */
export interface ImportResult {
  readonly items: number;
  readonly collections: number;
  /** Bookmarks that were skipped, because the account had their link before. */
  readonly duplicates: number;
  /** Bookmarks that were stored although one before them in the file has the same link. */
  readonly repeated: number;
  /** The undo step that reverts the import; undefined if nothing was imported. */
  readonly step?: number | undefined;
}

export interface ImportOptions {
  /** The collection that gets the folders and the bookmarks without a folder; by default the root and Unsorted. */
  readonly into?: number | undefined;
  /** How many bytes the account may store. */
  readonly maxBytes?: number | undefined;
  /** Called with the number of stored bookmarks. */
  readonly onProgress?: (count: number) => void;
}

/** Bookmarks that one statement stores, and folders that it looks up. */
const BOOKMARKS_PER_STATEMENT = 100;

/**
 * Stores the bookmarks and folders of a file in the library of an account, all or none, as one step that can be undone.
 * Folders become collections; existing ones with the same title and parent are used. Skips links that the account
 * already has, and folders in which there are only such. What is new is listed before the rest, in the order of the
 * file. Throws `notFound` and `forbidden` for `into`, and `forbidden` beyond a quota.
 */
export async function store(
  database: Database,
  clock: Clock,
  accountId: number,
  entries: readonly Entry[],
  { into, maxBytes, onProgress = () => {} }: ImportOptions = {},
): Promise<ImportResult> {
  const work = async (transaction: Transaction): Promise<ImportResult> => {
    const step = new Step(transaction, { accountId, clock }, { operation: "import" });
    const found = entries.filter(isBookmark);
    const { fresh, repeated } = await withoutExisting(transaction, accountId, found, step);
    step.expectItems(fresh.length);
    const needed = await withoutOthers(entries, found, new Set(fresh));
    const folders = await Folders.open(transaction, clock, accountId, { into, entries: needed });
    // In the order of the file, because that is the order of the collections.
    const shelfIds: number[] = [];
    for (let first = 0; first < needed.length; first += BOOKMARKS_PER_STATEMENT) {
      const some = needed.slice(first, first + BOOKMARKS_PER_STATEMENT);
      const ids = await folders.shelfIdsOf(some.map(({ path }) => path));
      shelfIds.push(...ids.filter((_, index) => isBookmark(some[index] ?? { path: [] })));
      await step.addCreated(folders.takeCreated());
      await setImmediate();
      await step.pause();
    }
    // The last one first: of items with the same time, lists begin with the newest.
    const insertion = new Insertion(transaction);
    const created: number[] = [];
    let sort = await position.highestSort(transaction, accountId);
    for (let end = fresh.length; end > 0; end -= BOOKMARKS_PER_STATEMENT) {
      const start = Math.max(0, end - BOOKMARKS_PER_STATEMENT);
      const rows = fresh.slice(start, end).flatMap((bookmark, index) => {
        const shelfId = shelfIds[start + index];
        return shelfId === undefined ? [] : [{ bookmark, shelfId }];
      });
      const now = clock();
      const stored = await insertion.insert(
        rows.reverse().map(({ bookmark, shelfId }) => toRow(bookmark, accountId, shelfId, ++sort, now)),
      );
      await step.addItems(stored);
      if (created.length < changes.MAX_IDS) created.push(...stored);
      onProgress(fresh.length - start);
      await setImmediate();
      await step.pause();
    }
    if (fresh.length > 0) await library.markItemsChanged(transaction, clock, accountId);
    const { places: collections } = folders;
    const imported = { type: "item.created", count: fresh.length, items: created, collections } as const;
    changes.record(transaction, clock, accountId, imported);
    const duplicates = found.length - fresh.length;
    await step.discardEmpty();
    return { items: fresh.length, collections: folders.createdCount, duplicates, repeated, step: await step.finish() };
  };
  return library.change(database, accountId, work, { maxBytes, isImport: true, recover });
}

/**
 * The bookmarks whose link the account does not have yet, and the number of them whose link is in the file before. Other
 * accounts may write meanwhile.
 */
async function withoutExisting(
  transaction: Transaction,
  accountId: number,
  bookmarks: readonly Bookmark[],
  step: Step,
): Promise<{ readonly fresh: readonly Bookmark[]; readonly repeated: number }> {
  const fresh: Bookmark[] = [];
  const keys = new Set<string>();
  for (let first = 0; first < bookmarks.length; first += BOOKMARKS_PER_STATEMENT) {
    const keyed = bookmarks
      .slice(first, first + BOOKMARKS_PER_STATEMENT)
      .map((bookmark) => ({ bookmark, key: linkKeyOf(bookmark.link) }));
    const existing = await existingLinks.oldestIds(
      transaction,
      accountId,
      keyed.map(({ key }) => key),
    );
    for (const { bookmark, key } of keyed) {
      if (existing.has(key)) continue;
      fresh.push(bookmark);
      keys.add(key);
    }
    await setImmediate();
    await step.pauseReading();
  }
  return { fresh, repeated: fresh.length - keys.size };
}

/** The fresh bookmarks, and the folders in which the file has no bookmark; in the order of the file. */
async function withoutOthers(
  entries: readonly Entry[],
  found: readonly Bookmark[],
  fresh: ReadonlySet<Entry>,
): Promise<readonly Entry[]> {
  const withBookmarks = new Set<string>();
  await eachYielding(found, ({ path }) => {
    for (const key of keysOf(path)) withBookmarks.add(key);
  });
  const needed: Entry[] = [];
  await eachYielding(entries, (entry) => {
    const isNeeded = isBookmark(entry) ? fresh.has(entry) : !withBookmarks.has(JSON.stringify(entry.path));
    if (isNeeded) needed.push(entry);
  });
  return needed;
}
