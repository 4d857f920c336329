import { setImmediate } from "node:timers/promises";
import { mapInSlices } from "#contract/scheduling";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import * as changes from "../events/changes.ts";
import * as position from "../items/position.ts";
import { Step } from "../journal/step.ts";
import * as library from "../library.ts";
import * as accountIcons from "../links/account-icons.ts";
import * as pageJobs from "../page-jobs.ts";
import * as segments from "../segment-removal.ts";
import { recover } from "../undo/recovery.ts";
import type { EntryBatches } from "./batches.ts";
import { Folders } from "./folders.ts";
import { Insertion, type Row, toRow } from "./insertion.ts";
import type { KeptPages } from "./kept-pages.ts";
import { isBookmark } from "./reader.ts";
import { type StoredBookmark, storePages } from "./store-pages.ts";
import { Survey } from "./survey.ts";

type Clock = () => number;

/** Items after which derived tables are written, which takes less time for many, but keeps others from writing. */
const ITEMS_PER_PART = 2_500;

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
  /** The pages of an archive, which must be clean. */
  readonly pages?: KeptPages | undefined;
}

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
  entries: EntryBatches,
  { into, maxBytes, onProgress = () => {}, pages }: ImportOptions = {},
): Promise<ImportResult> {
  const work = async (transaction: Transaction): Promise<ImportResult> => {
    const step = new Step(transaction, { accountId, clock }, { operation: "import" });
    const survey = new Survey(transaction, accountId, entries);
    const { duplicates, freshCount, repeated } = await survey.read(step);
    step.expectItems(freshCount);
    await segments.removeForMany(transaction, accountId, freshCount);
    const folders = await Folders.open(transaction, clock, accountId, { into, ...survey.folders() });
    // In the order of the file, because that is the order of the collections.
    const shelfIds: number[][] = [];
    for (let number = 0; number < entries.count; number++) {
      const needed = await survey.neededOf(number);
      const ids = needed.length === 0 ? [] : await folders.shelfIdsOf(needed);
      shelfIds.push(ids.filter((_, index) => isBookmark(needed[index] ?? { path: [] })));
      await step.addCreated(folders.takeCreated());
      await setImmediate();
      await step.pause();
    }
    let sort = await position.highestSort(transaction, accountId);
    const icons = new Map<string, string>();
    const bookmarks = new Map<number, StoredBookmark>();
    const rowsOf = async (number: number): Promise<Row[]> => {
      if (number < 0) return [];
      // So that the statement that stores the batch after this one is on its way.
      await setImmediate();
      const now = clock();
      const fresh = await survey.freshOf(number);
      // The last one first: of items with the same time, lists begin with the newest.
      const ofBatch = shelfIds[number] ?? [];
      return mapInSlices(fresh.toReversed(), (next) => {
        const shelfId = ofBatch.pop();
        if (shelfId === undefined) throw new Error("A bookmark has no shelf.");
        const row = toRow(next, accountId, { shelfId, sort: ++sort }, now);
        const { icon, id, copied } = next.bookmark;
        if (icon !== undefined) icons.set(row.domain, icon);
        if (pages !== undefined && id !== undefined) bookmarks.set(row.sort, { id, copied });
        return row;
      });
    };
    const insertion = new Insertion(transaction);
    let number = entries.count - 1;
    let rows = await rowsOf(number);
    const hasMore = () => rows.length > 0 || number > 0;
    const created: number[] = [];
    let storedCount = 0;
    const insertPart = async (): Promise<{ id: number }[]> => {
      const ids: { id: number }[] = [];
      while (hasMore()) {
        number--;
        // Together, because other threads and processes do most of the work of a database.
        const both = [insertion.insert(rows), rowsOf(number)] as const;
        // Also if one fails: no statement may follow the end of the transaction.
        await Promise.allSettled(both);
        const [inserted, next] = await Promise.all(both);
        ids.push(...inserted);
        rows = next;
        onProgress(storedCount + ids.length);
        if (ids.length >= ITEMS_PER_PART || (await step.isPauseDue())) break;
      }
      return ids;
    };
    while (hasMore()) {
      const inserted = await engineOf(transaction).insertItems(transaction, freshCount - storedCount, insertPart);
      const ids = inserted.map(({ id }) => id);
      await step.addItems(ids);
      await pageJobs.add(transaction, clock, ids, { urgent: false });
      await pageJobs.copyCovers(transaction, ids);
      if (created.length < changes.MAX_IDS) created.push(...ids);
      storedCount += ids.length;
      await step.pause();
    }
    await accountIcons.add(transaction, accountId, icons, {
      now: clock(),
      maxBytes: maxBytes ?? Number.MAX_SAFE_INTEGER,
    });
    if (pages !== undefined) await storePages(transaction, pages, { accountId, clock, step, bookmarks });
    if (freshCount > 0) await library.markItemsChanged(transaction, clock, accountId);
    const { places: collections } = folders;
    const imported = { type: "item.created", count: freshCount, items: created, collections } as const;
    changes.record(transaction, clock, accountId, imported);
    await step.discardEmpty();
    return { items: freshCount, collections: folders.createdCount, duplicates, repeated, step: await step.finish() };
  };
  return library.change(database, accountId, work, { maxBytes, isImport: true, recover });
}
