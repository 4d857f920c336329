import type { Transaction } from "../../database/database.ts";
import * as longChanges from "./long-changes.ts";
import * as record from "./record.ts";
import { reportStep } from "./recorded-steps.ts";

// How a destructive change is reverted:
//
// The change stores a step in its own transaction: what it changed, as it was before. Items that it
// changed one by one are in `undo_items`, with the old values of the changed columns; the new values
// follow from `Change`. If it moved all items of a place, the moved shelves are in `undo_shelves`:
// these shelves are held, which means that the cleanup worker neither merges nor deletes them. Items
// that are deleted for good move to a held shelf that is `nowhere`. Collections and their pictures are in
// `undo_collections` and `undo_covers`, copies of pages in `undo_copies`. A step that is reverted, expired or given up has passed its
// `expires_at`; the cleanup worker then deletes it in small parts.
//
// A change that takes several transactions (see `library/journal/long-changes.ts`) stores what it does in its
// step with each of them, and is reverted from there if it fails. So that a reversal can be reverted in the
// same way, it has a step of its own, which nobody can revert once it has ended. Collections are an exception: a
// removal first records all that it will do, and from then on is completed, because the collaborators of a collection
// end with it. So is the reversal of a removal.

/** How long a change can be reverted, in milliseconds. */
export const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Maximum steps of an account. */
export const MAX_STEPS = 100;

/**
 * What accounts can revert: operationIds of the collections contract, `import`, `addItems`: adding items by hand, and
 * `replaceCopy`: removing the copy of an item, or replacing it by another one.
 */
export const REVERTIBLE = [
  "deleteItem",
  "updateItems",
  "deleteItems",
  "deleteCollection",
  "deleteCollections",
  "mergeCollections",
  "cleanCollections",
  "emptyTrash",
  "replaceTags",
  "replaceCollectionTags",
  "deleteTags",
  "deleteCollectionTags",
  "import",
  "addItems",
  "replaceCopy",
] as const;

/**
 * What made a step; `revert` is a reversal. Nobody can revert steps of `createItems` and `revert`, which are only for
 * changes that fail after a part was committed.
 */
export type Operation = (typeof REVERTIBLE)[number] | "createItems" | "revert";

/** What a step did to its items. Fields that are left out kept their values. */
export interface Change {
  /**
   * The place to which the items moved: an id as in `library/placement.ts`, `nowhere`, or `origin` for items that
   * left the Trash for the places where they were before.
   */
  readonly to?: number | "nowhere" | "origin" | undefined;
  readonly important?: boolean | undefined;
  /** Added to the tags; an empty list removed all. */
  readonly tags?: readonly string[] | undefined;
  /** Tags that were replaced by another one, or removed. */
  readonly replacedTags?: { readonly tags: readonly string[]; readonly by?: string | undefined } | undefined;
  /** Like `tags`. */
  readonly media?: readonly { readonly link: string; readonly type?: string | undefined }[] | undefined;
  readonly cover?: string | undefined;
  /**
   * Only of a reversal: the step that it reverts, until when that could be reverted, and whether the reversal is
   * completed after a crash, as removals of collections are, instead of being reverted.
   */
  readonly reverted?:
    | { readonly stepId: number; readonly expiresAt: number; readonly isCompleted?: boolean | undefined }
    | undefined;
}

/** Maximum ids of skipped items that a reversal reports. */
export const MAX_LISTED = 1000;

/** What a part of a reversal did, and what it skipped. */
export interface Outcome {
  readonly items: number;
  readonly collections: number;
  readonly skippedItems: number;
  readonly skippedCollections: number;
  readonly skippedIds: readonly number[];
}

/** An outcome in which nothing happened. */
export const NOTHING: Outcome = { items: 0, collections: 0, skippedItems: 0, skippedCollections: 0, skippedIds: [] };

/** What a change returned, and the step that reverts it; undefined if it changed nothing that can be reverted. */
export interface Undoable<T> {
  readonly result: T;
  readonly step: number | undefined;
}

/** The account whose library changes, and the time. */
export interface Author {
  readonly accountId: number;
  readonly clock: () => number;
}

/** What a step will contain. The counts may be corrected while it is recorded. */
interface Plan {
  readonly operation: Operation;
  readonly change?: Change;
  readonly items?: number;
  readonly collections?: number;
}

/**
 * A step that a change records while it works, in its transaction. It is stored when the first thing is
 * recorded, so a change of nothing leaves no step. Call `finish` at the end.
 */
export class Step {
  readonly #transaction: Transaction;
  readonly #author: Author;
  #plan: Plan;
  readonly #pauseOther: (() => Promise<void>) | undefined;
  #id: number | undefined;
  #items = 0;
  #collections = 0;

  /** `stored`: the id of a step that is stored already, and how to let others write; for completing its change. */
  constructor(
    transaction: Transaction,
    author: Author,
    plan: Plan,
    stored?: { readonly id: number; readonly pause: () => Promise<void> },
  ) {
    this.#transaction = transaction;
    this.#author = author;
    this.#plan = plan;
    this.#id = stored?.id;
    this.#pauseOther = stored?.pause;
  }

  /** Records items, before their place, `important` or these columns change. */
  async addItems(ids: readonly number[], columns: readonly record.ContentColumn[] = []): Promise<void> {
    if (ids.length === 0) return;
    await record.items(this.#transaction, await this.#stored(), ids, columns);
    this.#items += ids.length;
  }

  /** Records the copies of the pages of items that `addItems` has recorded, before they are removed or replaced. */
  async addCopies(ids: readonly number[], to: number | null | "later"): Promise<void> {
    if (ids.length > 0) await record.copies(this.#transaction, await this.#stored(), ids, to);
  }

  /** Records shelves before `placement.moveShelves` moves them. `isPermanent`: see `record.shelves`. */
  async addShelves(ids: record.ShelfIds, options: { readonly isPermanent: boolean }): Promise<void> {
    const items = await record.shelves(this.#transaction, await this.#stored(), this.#author.accountId, ids, options);
    this.#items += items;
  }

  /** Moves items of the Trash to a new shelf that is `nowhere`, from which the step can return them. */
  async moveToNowhere(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { accountId } = this.#author;
    await record.moveToNowhere(this.#transaction, await this.#stored(), accountId, ids, () => this.pause());
    this.#items += ids.length;
  }

  /** Creates a shelf that is `nowhere` and held while the step exists. Returns its id. */
  async addHeldShelf(): Promise<number> {
    return record.heldShelf(this.#transaction, await this.#stored(), this.#author.accountId, "nowhere");
  }

  /**
   * Lets others write if they have waited for long; see `long-changes.ts`. Call it between the parts of a long change,
   * when all that it has changed is recorded.
   */
  async pause(): Promise<void> {
    if (this.#pauseOther !== undefined) return this.#pauseOther();
    if (this.#id === undefined) return;
    await longChanges.pauseIfDue(this.#transaction, this.#author.clock, this.#id);
  }

  /** Whether `pause` should be called soon, because others have waited for long. */
  async isPauseDue(): Promise<boolean> {
    return longChanges.isPauseDue(this.#transaction);
  }

  /**
   * Like `pause`, for a change that creates items: records them only if it pauses, because nothing else needs the record.
   * Returns whether it has.
   */
  async pauseAfter(created: readonly number[]): Promise<boolean> {
    if (!(await this.isPauseDue())) return false;
    await this.addItems(created);
    await this.pause();
    return true;
  }

  /** Records collections with their pictures before they are deleted. Lets others write between its parts. */
  async addCollections(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const id = await this.#stored();
    await record.covers(this.#transaction, id, this.#author.accountId, ids, () => this.pause());
    // Last: once all are recorded, the removal is completed after a crash.
    await record.collections(this.#transaction, id, { kind: "deleted" }, ids, () => this.pause());
    this.#collections += ids.length;
  }

  /** Records collections before they move to another parent. Lets others write between its parts. */
  async addMoves(ids: readonly number[], newParentId: number | null): Promise<void> {
    const kind = { kind: "moved", newParentId } as const;
    await record.collections(this.#transaction, await this.#stored(), kind, ids, () => this.pause());
  }

  /** Records collections that the change created. */
  async addCreated(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await record.collections(this.#transaction, await this.#stored(), { kind: "created" }, ids);
    this.#collections += ids.length;
  }

  /** Stores the step although nothing is recorded yet, so that `pause` lets others write. */
  async store(): Promise<void> {
    await this.#stored();
  }

  /** Like `pause`, for a change that has only read so far: stores the step if it pauses. */
  async pauseReading(): Promise<void> {
    if (!(await this.isPauseDue())) return;
    await this.store();
    await this.pause();
  }

  /** Says how many items will be recorded, so that `finish` need not correct it; too late once the step is stored. */
  expectItems(items: number): void {
    if (this.#id === undefined) this.#plan = { ...this.#plan, items };
  }

  /** Deletes the step if it was stored although nothing was recorded. */
  async discardEmpty(): Promise<void> {
    if (this.#id === undefined || this.#items > 0 || this.#collections > 0) return;
    await this.#transaction.deleteFrom("undo_steps").where("id", "=", this.#id).execute();
    this.#id = undefined;
  }

  /** Corrects the stored counts. Returns the id of the step; undefined if nothing was recorded. */
  async finish(): Promise<number | undefined> {
    const { items = 0, collections = 0, operation } = this.#plan;
    if (this.#id === undefined) return undefined;
    if (canBeReverted(operation)) reportStep({ id: this.#id, accountId: this.#author.accountId });
    if (this.#items === items && this.#collections === collections) return this.#id;
    await this.#transaction
      .updateTable("undo_steps")
      .set({ item_count: this.#items, collection_count: this.#collections })
      .where("id", "=", this.#id)
      .execute();
    return this.#id;
  }

  /** Stores the step, unless it is stored, and returns its id. */
  async #stored(): Promise<number> {
    if (this.#id !== undefined) return this.#id;
    const { accountId, clock } = this.#author;
    const { operation, change = {}, items = 0, collections = 0 } = this.#plan;
    const now = clock();
    const { id } = await this.#transaction
      .insertInto("undo_steps")
      .values({
        account_id: accountId,
        operation,
        change: JSON.stringify(change),
        item_count: items,
        collection_count: collections,
        created_at: now,
        expires_at: canBeReverted(operation) ? now + LIFETIME_MS : 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await giveUpOldest(this.#transaction, accountId);
    this.#id = id;
    return id;
  }
}

function canBeReverted(operation: Operation): boolean {
  return REVERTIBLE.some((revertible) => revertible === operation);
}

/** Gives up the oldest step of an account if it has more than `MAX_STEPS`. */
async function giveUpOldest(transaction: Transaction, accountId: number): Promise<void> {
  await transaction
    .updateTable("undo_steps")
    .set({ expires_at: 0 })
    .where("id", "=", (from) =>
      from
        .selectFrom("undo_steps")
        .select("id")
        .where("account_id", "=", accountId)
        .where("expires_at", ">", 0)
        .orderBy("id", "desc")
        .limit(1)
        .offset(MAX_STEPS),
    )
    .execute();
}
