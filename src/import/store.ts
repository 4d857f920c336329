import { setImmediate } from "node:timers/promises";
import * as access from "../collections/access.ts";
import * as collections from "../collections/collections.ts";
import * as library from "../collections/library.ts";
import * as placement from "../collections/placement.ts";
import { MAX_DEPTH } from "../collections/tree.ts";
import type { Database, Transaction } from "../database/database.ts";
import * as existingLinks from "../items/existing-links.ts";
import { newId } from "../items/highlight.ts";
import { toColumns } from "../items/item.ts";
import { linkKeyOf } from "../items/link-key.ts";
import * as position from "../items/position.ts";
import { Step } from "../undo/step.ts";
import * as changes from "../webhooks/changes.ts";
import { type Bookmark, toStored } from "./bookmark.ts";

type Clock = () => number;

/** What was imported. */
export interface ImportResult {
  readonly items: number;
  readonly collections: number;
  /** Bookmarks that were skipped, because the account had their link before. */
  readonly duplicates: number;
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

/** Bookmarks that one statement stores. */
const BOOKMARKS_PER_STATEMENT = 100;

/**
 * Stores bookmarks in the library of an account, all or none, as one step that can be undone. Folders become
 * collections; existing ones with the same title and parent are used. Skips links that the account already has. Throws
 * `notFound` and `forbidden` for `into`, and `forbidden` beyond a quota.
 */
export async function store(
  database: Database,
  clock: Clock,
  accountId: number,
  bookmarks: readonly Bookmark[],
  { into, maxBytes, onProgress = () => {} }: ImportOptions = {},
): Promise<ImportResult> {
  const work = async (transaction: Transaction): Promise<ImportResult> => {
    const folders = await Folders.open(transaction, clock, accountId, into);
    const fresh = await withoutExisting(transaction, accountId, bookmarks);
    const step = new Step(transaction, { accountId, clock }, { operation: "import", items: fresh.length });
    // The first bookmark of the file comes first in the manual order.
    const created: number[] = [];
    let sort = (await position.highestSort(transaction, accountId)) + fresh.length;
    for (let first = 0; first < fresh.length; first += BOOKMARKS_PER_STATEMENT) {
      const some = fresh.slice(first, first + BOOKMARKS_PER_STATEMENT);
      const rows: ReturnType<typeof toRow>[] = [];
      for (const bookmark of some) {
        rows.push(toRow(bookmark, accountId, await folders.shelfIdOf(bookmark.path), sort--, clock()));
      }
      const stored = await transaction.insertInto("items").values(rows).returning("id").execute();
      await step.addItems(stored.map(({ id }) => id));
      if (created.length < changes.MAX_IDS) created.push(...stored.map(({ id }) => id));
      onProgress(first + some.length);
      await setImmediate();
    }
    if (fresh.length > 0) await library.markItemsChanged(transaction, clock, accountId);
    const { places: collections } = folders;
    const imported = { type: "item.created", count: fresh.length, items: created, collections } as const;
    changes.record(transaction, clock, accountId, imported);
    await step.addCreated(folders.created);
    const duplicates = bookmarks.length - fresh.length;
    return { items: fresh.length, collections: folders.created.length, duplicates, step: await step.finish() };
  };
  return library.change(database, accountId, work, { maxBytes, isImport: true });
}

/** The bookmarks whose link the account does not have yet. */
async function withoutExisting(
  transaction: Transaction,
  accountId: number,
  bookmarks: readonly Bookmark[],
): Promise<readonly Bookmark[]> {
  const fresh: Bookmark[] = [];
  for (let first = 0; first < bookmarks.length; first += BOOKMARKS_PER_STATEMENT) {
    const keyed = bookmarks
      .slice(first, first + BOOKMARKS_PER_STATEMENT)
      .map((bookmark) => ({ bookmark, key: linkKeyOf(bookmark.link) }));
    const existing = await existingLinks.oldestIds(
      transaction,
      accountId,
      keyed.map(({ key }) => key),
    );
    for (const { bookmark, key } of keyed) if (!existing.has(key)) fresh.push(bookmark);
    await setImmediate();
  }
  return fresh;
}

function toRow(bookmark: Bookmark, accountId: number, shelfId: number, sort: number, now: number) {
  const { created, updated, path: _path, ...content } = bookmark;
  const highlights = toStored(bookmark, newId, now);
  return {
    account_id: accountId,
    shelf_id: shelfId,
    ...toColumns({ ...content, type: "link", media: [], highlights, broken: false, reminderAt: null }),
    sort,
    position: 0,
    created_at: created ?? now,
    updated_at: updated ?? created ?? now,
  };
}

/** Finds or creates the collections of an import. */
class Folders {
  readonly #transaction: Transaction;
  readonly #clock: Clock;
  readonly #accountId: number;
  readonly #into: number | undefined;
  readonly #depth: number;
  /** Ids of collections by their path as JSON. */
  readonly #ids = new Map<string, number>();
  /** Shelves by the id of their place. */
  readonly #shelves = new Map<placement.PlaceId, number>();
  readonly #created: number[] = [];

  /** Use `open`. */
  constructor(transaction: Transaction, clock: Clock, accountId: number, into: number | undefined, depth: number) {
    this.#transaction = transaction;
    this.#clock = clock;
    this.#accountId = accountId;
    this.#into = into;
    this.#depth = depth;
  }

  static async open(transaction: Transaction, clock: Clock, accountId: number, into: number | undefined) {
    const depth = into === undefined ? 0 : (await access.getOwned(transaction, accountId, into)).depth;
    return new Folders(transaction, clock, accountId, into, depth);
  }

  /** The ids of the collections that were created. */
  get created(): readonly number[] {
    return this.#created;
  }

  /** The places whose shelves were asked for. */
  get places(): readonly placement.PlaceId[] {
    return [...this.#shelves.keys()];
  }

  /** The shelf of the collection at a path. Exports call Unsorted a folder, so this path means Unsorted. */
  async shelfIdOf(path: readonly string[]): Promise<number> {
    const isUnsorted = this.#into === undefined && path.length === 1 && path[0] === "Unsorted";
    const collectionId = isUnsorted ? undefined : await this.#idOf(path.slice(0, MAX_DEPTH - this.#depth));
    const placeId = collectionId ?? placement.UNSORTED;
    const known = this.#shelves.get(placeId);
    if (known !== undefined) return known;
    const shelfId = await placement.getShelfId(this.#transaction, this.#accountId, placeId, "collection");
    this.#shelves.set(placeId, shelfId);
    return shelfId;
  }

  async #idOf(path: readonly string[]): Promise<number | undefined> {
    const title = path.at(-1);
    if (title === undefined) return this.#into;
    const key = JSON.stringify(path);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const parentId = (await this.#idOf(path.slice(0, -1))) ?? null;
    const id = (await this.#find(title, parentId)) ?? (await this.#create(title, parentId));
    this.#ids.set(key, id);
    return id;
  }

  async #find(title: string, parentId: number | null): Promise<number | undefined> {
    const found = await this.#transaction
      .selectFrom("collections")
      .select("id")
      .where("account_id", "=", this.#accountId)
      .where("parent_id", parentId === null ? "is" : "=", parentId)
      .where("title", "=", title)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    return found?.id;
  }

  async #create(title: string, parentId: number | null): Promise<number> {
    const input = { title, description: "", view: "list", public: false, expanded: true, parentId, cover: [] } as const;
    const { id } = await collections.create(this.#transaction, this.#clock, this.#accountId, input);
    this.#created.push(id);
    return id;
  }
}
