import { setImmediate } from "node:timers/promises";
import { eachYielding } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import * as existingLinks from "../items/existing-links.ts";
import { linkKeyOf } from "../items/link-key.ts";
import type { Step } from "../journal/step.ts";
import type { EntryBatches } from "./batches.ts";
import type { Bookmark } from "./bookmark/bookmark.ts";
import { type FolderSummary, keysOf } from "./folders.ts";
import { type Entry, isBookmark } from "./reader.ts";

interface SurveyCounts {
  /** Bookmarks whose link the account has. */
  readonly duplicates: number;
  readonly freshCount: number;
  /** Fresh bookmarks whose link one before them in the file has. */
  readonly repeated: number;
}

/** A bookmark that the account does not have. */
export interface Fresh {
  readonly bookmark: Bookmark;
  readonly linkKey: string;
}

/** Finds out which entries of a file an import stores. Keeps of an entry only the key of its link in memory. */
export class Survey {
  readonly #transaction: Transaction;
  readonly #accountId: number;
  readonly #entries: EntryBatches;
  /** For each batch, the keys of its links; undefined for folders. */
  readonly #keys: (readonly (string | undefined)[])[] = [];
  /** For each batch, the places in it of bookmarks that the account has. */
  readonly #known: ReadonlySet<number>[] = [];
  /** The folders with bookmarks, and those with fresh ones. */
  readonly #withBookmarks = new Set<string>();
  readonly #withFresh = new Set<string>();
  /** The entries of folders: their paths, by their keys. */
  readonly #folders = new Map<string, readonly string[]>();
  readonly #titles = new Set<string>();
  readonly #linkKeys = new Set<string>();

  constructor(transaction: Transaction, accountId: number, entries: EntryBatches) {
    this.#transaction = transaction;
    this.#accountId = accountId;
    this.#entries = entries;
  }

  /** Reads all entries. Other accounts may write meanwhile. Call it first. */
  async read(step: Step): Promise<SurveyCounts> {
    let [duplicates, freshCount] = [0, 0];
    for (let number = 0; number < this.#entries.count; number++) {
      const batch = await this.#entries.read(number, this.#transaction);
      const keys = batch.map((entry) => (isBookmark(entry) ? linkKeyOf(entry.link) : undefined));
      const wanted = keys.filter((key) => key !== undefined);
      const existing = await existingLinks.oldestIds(this.#transaction, this.#accountId, wanted);
      const known = new Set<number>();
      for (const [index, key] of keys.entries()) if (key !== undefined && existing.has(key)) known.add(index);
      for (const [index, entry] of batch.entries()) this.#add(entry, keys[index], known.has(index));
      this.#keys.push(keys);
      this.#known.push(known);
      duplicates += known.size;
      freshCount += wanted.length - known.size;
      await setImmediate();
      await step.pauseReading();
    }
    await this.#addEmptyFolders();
    return { duplicates, freshCount, repeated: freshCount - this.#linkKeys.size };
  }

  /** The collections that are needed for what is stored. */
  folders(): FolderSummary {
    return { titles: this.#titles, count: this.#withFresh.size };
  }

  /**
   * The fresh bookmarks of a batch, and its folders in which the file has no bookmark, or of which it says more than the
   * title; in their order.
   */
  async neededOf(number: number): Promise<readonly Entry[]> {
    const batch = await this.#entries.read(number, this.#transaction);
    return batch.filter((entry, index) => {
      if (isBookmark(entry)) return !this.#known[number]?.has(index);
      const key = JSON.stringify(entry.path);
      return !this.#withBookmarks.has(key) || (entry.details !== undefined && this.#withFresh.has(key));
    });
  }

  /** The fresh bookmarks of a batch, in their order. */
  async freshOf(number: number): Promise<readonly Fresh[]> {
    const batch = await this.#entries.read(number, this.#transaction);
    return batch.flatMap((bookmark, index) => {
      const linkKey = this.#keys[number]?.[index];
      if (!isBookmark(bookmark) || linkKey === undefined || this.#known[number]?.has(index)) return [];
      return { bookmark, linkKey };
    });
  }

  #add({ path }: Entry, linkKey: string | undefined, isKnown: boolean): void {
    if (linkKey === undefined) {
      this.#folders.set(JSON.stringify(path), path);
      return;
    }
    for (const key of keysOf(path)) this.#withBookmarks.add(key);
    if (isKnown) return;
    this.#linkKeys.add(linkKey);
    this.#addNeeded(path);
  }

  async #addEmptyFolders(): Promise<void> {
    await eachYielding([...this.#folders], ([key, path]) => {
      if (!this.#withBookmarks.has(key)) this.#addNeeded(path);
    });
  }

  #addNeeded(path: readonly string[]): void {
    for (const title of path) this.#titles.add(title);
    for (const key of keysOf(path)) this.#withFresh.add(key);
  }
}
