import { readAllPages } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import * as collections from "../collections/collections.ts";
import * as placement from "../placement.ts";
import { MAX_DEPTH } from "../tree.ts";
import { type Entry, isBookmark } from "./reader.ts";

type Clock = () => number;

/** The folders that an import needs. */
export interface FolderSummary {
  /** The titles of all. */
  readonly titles: ReadonlySet<string>;
  /** How many they are. */
  readonly count: number;
}

/** Finds or creates the collections of an import. */
export class Folders {
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
  /** The `sort` of the next collection: lower than that of the one before it, and higher than all others. */
  #nextSort: number;

  /** Use `open`. */
  constructor(
    transaction: Transaction,
    clock: Clock,
    accountId: number,
    {
      into,
      depth,
      titles,
      nextSort,
    }: {
      readonly into: number | undefined;
      readonly depth: number;
      readonly titles: ReadonlySet<string>;
      readonly nextSort: number;
    },
  ) {
    this.#transaction = transaction;
    this.#clock = clock;
    this.#accountId = accountId;
    this.#into = into;
    this.#depth = depth;
    this.#titles = titles;
    this.#nextSort = nextSort;
  }

  static async open(
    transaction: Transaction,
    clock: Clock,
    accountId: number,
    { into, titles, count }: { readonly into: number | undefined } & FolderSummary,
  ) {
    const depth = into === undefined ? 0 : (await access.getOwned(transaction, accountId, into)).depth;
    const { highest } = await transaction
      .selectFrom("collections")
      .select(({ fn }) => fn.max("sort").as("highest"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return new Folders(transaction, clock, accountId, { into, depth, titles, nextSort: Number(highest ?? 0) + count });
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

  /** The shelves of the collections of these entries, in the same order. */
  async shelfIdsOf(entries: readonly Entry[]): Promise<number[]> {
    const details = new Map(
      entries.flatMap((entry) => (isBookmark(entry) ? [] : [[JSON.stringify(entry.path), entry.details] as const])),
    );
    const ids = await this.#idsOf(
      entries.map(({ path }) => this.#toPath(path)),
      details,
    );
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

  /**
   * Finds or creates the collections at these paths, level by level. An empty path is that of `into`. Of new ones there
   * may be `details`, by their path as JSON.
   */
  async #idsOf(
    paths: readonly (readonly string[])[],
    details: ReadonlyMap<string, collections.CollectionDetails | undefined>,
  ): Promise<(number | undefined)[]> {
    const ids = paths.map((): number | undefined => this.#into);
    const depth = Math.max(...paths.map(({ length }) => length));
    for (let level = 0; level < depth; level++) {
      const wanted = paths.map((path, index) => ({ index, path, title: path[level], parentId: ids[index] ?? null }));
      const missing = new Map<string, collections.NewPlace>();
      for (const { path, title, parentId } of wanted) {
        const key = JSON.stringify([parentId, title]);
        if (title === undefined || missing.has(key) || (await this.#childrenOf(parentId)).has(title)) continue;
        const known = details.get(JSON.stringify(path.slice(0, level + 1)));
        missing.set(key, { title, parentId, depth: this.#depth + level + 1, sort: this.#nextSort--, details: known });
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

/** A key for the folder at a path, and one for each folder around it. */
export function keysOf(path: readonly string[]): string[] {
  return path.map((_, index) => JSON.stringify(path.slice(0, index + 1)));
}
