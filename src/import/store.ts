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
import { readAllPages } from "../scheduling.ts";
import { recover } from "../undo/recovery.ts";
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
    const fresh = await withoutExisting(transaction, accountId, bookmarks);
    const folders = await Folders.open(transaction, clock, accountId, { into, bookmarks: fresh });
    const step = new Step(transaction, { accountId, clock }, { operation: "import", items: fresh.length });
    // The first bookmark of the file comes first in the manual order.
    const created: number[] = [];
    let sort = (await position.highestSort(transaction, accountId)) + fresh.length;
    for (let first = 0; first < fresh.length; first += BOOKMARKS_PER_STATEMENT) {
      const some = fresh.slice(first, first + BOOKMARKS_PER_STATEMENT);
      const shelfIds = await folders.shelfIdsOf(some.map(({ path }) => path));
      const rows = shelfIds.flatMap((shelfId, index) => {
        const bookmark = some[index];
        return bookmark === undefined ? [] : [toRow(bookmark, accountId, shelfId, sort--, clock())];
      });
      const stored = await transaction.insertInto("items").values(rows).returning("id").execute();
      await step.addItems(stored.map(({ id }) => id));
      await step.addCreated(folders.takeCreated());
      if (created.length < changes.MAX_IDS) created.push(...stored.map(({ id }) => id));
      onProgress(first + some.length);
      await setImmediate();
      await step.pause();
    }
    if (fresh.length > 0) await library.markItemsChanged(transaction, clock, accountId);
    const { places: collections } = folders;
    const imported = { type: "item.created", count: fresh.length, items: created, collections } as const;
    changes.record(transaction, clock, accountId, imported);
    const duplicates = bookmarks.length - fresh.length;
    return { items: fresh.length, collections: folders.createdCount, duplicates, step: await step.finish() };
  };
  return library.change(database, accountId, work, { maxBytes, isImport: true, recover });
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
    // Clients that ask for what has changed since their last visit would miss an older time.
    updated_at: updated ?? now,
  };
}

/** Finds or creates the collections of an import. */
class Folders {
  readonly #transaction: Transaction;
  readonly #clock: Clock;
  readonly #accountId: number;
  readonly #into: number | undefined;
  readonly #depth: number;
  /** The titles of all folders. */
  readonly #titles: ReadonlySet<string>;
  /** Ids of the collections with these titles by parent, for each parent whose collections were asked for. */
  readonly #children = new Map<number | null, Map<string, number>>();
  /** Shelves by the id of their place. */
  readonly #shelves = new Map<placement.PlaceId, number>();
  #created: number[] = [];
  #createdCount = 0;

  /** Use `open`. */
  constructor(
    transaction: Transaction,
    clock: Clock,
    accountId: number,
    {
      into,
      depth,
      titles,
    }: { readonly into: number | undefined; readonly depth: number; readonly titles: Set<string> },
  ) {
    this.#transaction = transaction;
    this.#clock = clock;
    this.#accountId = accountId;
    this.#into = into;
    this.#depth = depth;
    this.#titles = titles;
  }

  static async open(
    transaction: Transaction,
    clock: Clock,
    accountId: number,
    { into, bookmarks }: { readonly into: number | undefined; readonly bookmarks: readonly Bookmark[] },
  ) {
    const depth = into === undefined ? 0 : (await access.getOwned(transaction, accountId, into)).depth;
    const titles = new Set<string>();
    for (const { path } of bookmarks) for (const title of path) titles.add(title);
    return new Folders(transaction, clock, accountId, { into, depth, titles });
  }

  /** The number of collections that were created. */
  get createdCount(): number {
    return this.#createdCount;
  }

  /** Returns the ids of the collections that were created since the last call. */
  takeCreated(): readonly number[] {
    const created = this.#created;
    this.#created = [];
    return created;
  }

  /** The places whose shelves were asked for. */
  get places(): readonly placement.PlaceId[] {
    return [...this.#shelves.keys()];
  }

  /** The shelves of the collections at these paths, in the same order. */
  async shelfIdsOf(paths: readonly (readonly string[])[]): Promise<number[]> {
    const ids = await this.#idsOf(paths.map((path) => this.#toPath(path)));
    const places = ids.map((id) => id ?? placement.UNSORTED);
    const unknown = [...new Set(places)].filter((placeId) => !this.#shelves.has(placeId));
    for (const [placeId, shelfId] of await placement.shelfIdsOf(this.#transaction, this.#accountId, unknown))
      this.#shelves.set(placeId, shelfId);
    return places.map((placeId) => {
      const shelfId = this.#shelves.get(placeId);
      if (shelfId === undefined) throw placement.unknownPlace("collection");
      return shelfId;
    });
  }

  /** The titles of the collections of a folder. Exports call Unsorted a folder, so this path means Unsorted. */
  #toPath(path: readonly string[]): readonly string[] {
    const isUnsorted = this.#into === undefined && path.length === 1 && path[0] === "Unsorted";
    return isUnsorted ? [] : path.slice(0, MAX_DEPTH - this.#depth);
  }

  /** Finds or creates the collections at these paths, level by level. An empty path is that of `into`. */
  async #idsOf(paths: readonly (readonly string[])[]): Promise<(number | undefined)[]> {
    const ids = paths.map((): number | undefined => this.#into);
    const depth = Math.max(...paths.map(({ length }) => length));
    for (let level = 0; level < depth; level++) {
      const wanted = paths.map((path, index) => ({ index, title: path[level], parentId: ids[index] ?? null }));
      const missing = new Map<string, collections.NewPlace>();
      for (const { title, parentId } of wanted) {
        if (title === undefined || (await this.#childrenOf(parentId)).has(title)) continue;
        missing.set(JSON.stringify([parentId, title]), { title, parentId, depth: this.#depth + level + 1 });
      }
      await this.#create([...missing.values()]);
      for (const { index, title, parentId } of wanted)
        if (title !== undefined) ids[index] = (await this.#childrenOf(parentId)).get(title);
    }
    return ids;
  }

  /** The ids of the collections in another one, or of the root collections; the first with each title. */
  async #childrenOf(parentId: number | null): Promise<Map<string, number>> {
    const known = this.#children.get(parentId);
    if (known !== undefined) return known;
    const rows = await readAllPages((after, limit) =>
      this.#transaction
        .selectFrom("collections")
        .select(["id", "title"])
        .where("account_id", "=", this.#accountId)
        .where("parent_id", parentId === null ? "is" : "=", parentId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),
    );
    const children = new Map<string, number>();
    for (const { id, title } of rows) if (this.#titles.has(title) && !children.has(title)) children.set(title, id);
    this.#children.set(parentId, children);
    return children;
  }

  async #create(places: readonly collections.NewPlace[]): Promise<void> {
    if (places.length === 0) return;
    const ids = await collections.createAll(this.#transaction, this.#clock, this.#accountId, places);
    for (const [index, { title, parentId }] of places.entries()) {
      const id = ids[index];
      if (id === undefined) throw new Error("A collection was not created.");
      this.#children.set(id, new Map());
      (await this.#childrenOf(parentId)).set(title, id);
      this.#created.push(id);
    }
    this.#createdCount += places.length;
  }
}
