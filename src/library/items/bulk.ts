import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { forEachChunk } from "#contract/scheduling";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import * as access from "../access.ts";
import * as copyRules from "../copy-rules.ts";
import * as changes from "../events/changes.ts";
import type { ContentChange } from "../item-content.ts";
import { ITEMS_PER_STATEMENT } from "../journal/item-batches.ts";
import { type Operation, Step, type Undoable } from "../journal/step.ts";
import * as library from "../library.ts";
import * as pageJobs from "../page-jobs.ts";
import * as placement from "../placement.ts";
import * as segments from "../segment-removal.ts";
import { recover } from "../undo/recovery.ts";
import * as bulkContent from "./bulk-content.ts";
import * as copies from "./copies.ts";
import * as events from "./events.ts";
import * as scopes from "./scope.ts";
import * as selections from "./selection.ts";
import * as targets from "./target.ts";
import * as trash from "./trash.ts";
import * as unchanged from "./unchanged.ts";

type Clock = () => number;

/** Changes to many items at once. Fields that are left out keep their values. */
export interface BulkChange extends Omit<ContentChange, "editTags"> {
  readonly important?: boolean | undefined;
  /** Tags that the items lose. Not to be combined with `tags`. */
  readonly removedTags?: readonly string[] | undefined;
  /** The place to which the items move. */
  readonly placeId?: placement.PlaceId | undefined;
  /** Whether items of the Trash return to the collections where they were before. Not to be combined with `placeId`. */
  readonly restores?: boolean | undefined;
  /** Whether the pages of the items are to be read again. */
  readonly rereads?: boolean | undefined;
  /** Whether copies of the pages are asked for; false removes them. */
  readonly keepsCopy?: boolean | undefined;
}

/** How many items a bulk operation selected, and how many of them it changed, moved or deleted. */
export interface BulkResult {
  readonly matched: number;
  readonly modified: number;
}

/** Options of `update`. */
interface UpdateOptions extends library.ChangeOptions {
  /** Whether the caller means all items if it selects `EVERYTHING` without ids and search. */
  readonly isAllMeant?: boolean | undefined;
  /** Whether items that are as the change would make them are left alone, and not counted as modified. */
  readonly skipsUnchanged?: boolean | undefined;
}

/** Maximum items that one call without ids writes, because its transaction blocks other writers. */
export const MAX_CHANGED = 10_000;

/**
 * Changes items of the account, or of a collection of which it is a member, all or none. Throws `notFound`, `changed`,
 * `forbidden` (also beyond a quota), `tooLarge` if the items would grow too much together, and
 * `invalid` for a target that isn't a collection of the account, for `EVERYTHING` without ids and search
 * unless `isAllMeant`, for too many items or tokens of a search, and for an item that would be too large.
 */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  selection: selections.Selection,
  { placeId, restores = false, rereads = false, important, removedTags, keepsCopy, ...added }: BulkChange,
  { isAllMeant = false, skipsUnchanged = false, ...options }: UpdateOptions = {},
): Promise<Undoable<BulkResult>> {
  const isWhole = selection.ids === undefined && selections.searchOf(selection) === undefined;
  if (selection.placeId === placement.EVERYTHING && isWhole && !isAllMeant) throw notMeant();
  const content = removedTags === undefined ? added : { ...added, editTags: without(removedTags) };
  const replacedTags = removedTags && { tags: removedTags };
  const ownerId = await access.ownerOfWritable(database, accountId, selection.placeId);
  const work = async (transaction: Transaction): Promise<Undoable<BulkResult>> => {
    const scope = await scopes.getWritable(transaction, accountId, selection);
    if (placeId !== undefined) await targets.assertMayMove(transaction, accountId, ownerId, placeId);
    // Only the Trash has items that can be restored.
    const to = restores && selection.placeId === placement.TRASH ? "origin" : placeId;
    const moved = to === undefined ? {} : await columnsOfMove(transaction, ownerId, to);
    const hasContent = Object.values(content).some((value) => value !== undefined);
    const onlyMoves = !hasContent && important === undefined && keepsCopy === undefined;
    if (onlyMoves && isWhole && to !== "origin" && !rereads) {
      const places = await placesOf(transaction, scope);
      if (placeId === undefined) return { result: { matched: scope.count, modified: 0 }, step: undefined };
      const plan = { operation: "updateItems", to: placeId } as const;
      const { result: modified, step } = await moveAll(transaction, clock, ownerId, places, plan);
      return { result: { matched: scope.count, modified }, step };
    }
    const selected = await selections.listIds(transaction, scope, selection, MAX_CHANGED);
    const addJobs = (ids: number[]) => pageJobs.add(transaction, clock, ids, { urgent: false });
    if (rereads) await forEachChunk(selected, addJobs, ITEMS_PER_STATEMENT);
    if (onlyMoves && to === undefined) {
      return { result: { matched: selected.length, modified: 0 }, step: undefined };
    }
    const checked = { placeId, important, removedTags, tags: added.tags };
    // All items that are restored move.
    const skips = skipsUnchanged && to !== "origin" && keepsCopy === undefined;
    const ids = skips ? await unchanged.without(transaction, selected, checked) : selected;
    const step = new Step(
      transaction,
      { accountId: ownerId, clock },
      { operation: "updateItems", change: { to, important, replacedTags, ...added }, items: ids.length },
    );
    const from = await sourcesOf(transaction, scope, ids);
    await segments.removeForMany(transaction, ownerId, ids.length);
    const common = {
      ...(important !== undefined && { important: important ? (1 as const) : (0 as const) }),
      ...moved,
      updated_at: clock(),
    };
    if (hasContent) await bulkContent.apply(transaction, ids, content, common, step);
    else await write(transaction, ids, common, step);
    await copies.set(transaction, clock, ids, keepsCopy, step);
    if (to === "origin" || (to ?? 0) > 0) await copyRules.applyToMoved(transaction, clock, ids);
    if (ids.length > 0) await library.markItemsChanged(transaction, clock, ownerId);
    const count = ids.length;
    if (to !== undefined && to !== "origin") events.recordMove(transaction, clock, ownerId, { count, ids, from, to });
    else {
      const places = to === "origin" ? await events.placesOf(transaction, ownerId, ids) : [];
      const collections = from === "all" || places === "all" ? "all" : [...from, ...places];
      changes.record(transaction, clock, ownerId, { type: "item.updated", count, items: ids, collections });
    }
    return { result: { matched: selected.length, modified: ids.length }, step: await step.finish() };
  };
  return library.change(database, ownerId, work, { ...options, recover });
}

/** The columns of items that move to a place, or from the Trash to the places where they were before. */
async function columnsOfMove(transaction: Transaction, ownerId: number, to: placement.PlaceId | "origin") {
  const placeId = to === "origin" ? placement.UNSORTED : to;
  const shelfId = await placement.getShelfId(transaction, ownerId, placeId, "collection");
  return {
    shelf_id: to === "origin" ? trash.shelfOfOrigin(shelfId) : shelfId,
    trashed_from: placement.trashedFrom(placeId),
  };
}

/** The places from which an event of these items of a scope comes. */
async function sourcesOf(transaction: Transaction, { accountId, places }: scopes.Scope, ids: readonly number[]) {
  return places.length > 0 ? places : events.placesOf(transaction, accountId, ids);
}

/** Returns a function that removes these tags from those of an item. */
function without(removed: readonly string[]): (before: readonly string[]) => readonly string[] {
  const names = new Set(removed);
  return (before) => before.filter((tag) => !names.has(tag));
}

/**
 * Moves items of the account, or of a collection of which it is a member, to the owner's Trash, or deletes them for good if the selected place is the
 * Trash. Throws `notFound`, `forbidden`, `changed`, and `invalid` for a search with too
 * many tokens or matches.
 */
export async function remove(
  database: Database,
  clock: Clock,
  accountId: number,
  selection: selections.Selection,
  options: library.ChangeOptions = {},
): Promise<Undoable<BulkResult>> {
  const ownerId = await access.ownerOfWritable(database, accountId, selection.placeId);
  const work = async (transaction: Transaction) => {
    const scope = await scopes.getWritable(transaction, accountId, selection);
    const isTrash = selection.placeId === placement.TRASH;
    if (selection.ids === undefined && selections.searchOf(selection) === undefined) {
      const plan = { operation: "deleteItems", to: isTrash ? "nowhere" : placement.TRASH } as const;
      const places = await placesOf(transaction, scope);
      const { result: modified, step } = await moveAll(transaction, clock, ownerId, places, plan);
      return { result: { matched: scope.count, modified }, step };
    }
    const ids = await selections.listIds(transaction, scope, selection, MAX_CHANGED);
    const to = isTrash ? "nowhere" : placement.TRASH;
    const from = await sourcesOf(transaction, scope, ids);
    const step = new Step(
      transaction,
      { accountId: ownerId, clock },
      { operation: "deleteItems", change: { to }, items: ids.length },
    );
    await segments.removeForMany(transaction, ownerId, ids.length);
    if (isTrash) await step.moveToNowhere(ids);
    else {
      const moved = await columnsOfMove(transaction, ownerId, placement.TRASH);
      await write(transaction, ids, { ...moved, updated_at: clock() }, step);
    }
    if (ids.length > 0) await library.markItemsChanged(transaction, clock, ownerId);
    events.recordMove(transaction, clock, ownerId, { count: ids.length, ids, from, to });
    return { result: { matched: ids.length, modified: ids.length }, step: await step.finish() };
  };
  return library.change(database, ownerId, work, { ...options, recover });
}

/** Deletes all items in the account's Trash for good and returns how many. */
export async function emptyTrash(database: Database, clock: Clock, accountId: number): Promise<Undoable<number>> {
  return library.change(database, accountId, (transaction) =>
    moveAll(transaction, clock, accountId, [placement.TRASH], { operation: "emptyTrash", to: "nowhere" }),
  );
}

/**
 * Moves all items of these places, or, with `nowhere`, marks them for deletion. Updates only their
 * shelves, which takes the same time for any number of items. Returns the number of items.
 */
async function moveAll(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  places: readonly placement.PlaceId[],
  { operation, to }: { readonly operation: Operation; readonly to: placement.PlaceId | "nowhere" },
): Promise<Undoable<number>> {
  const step = new Step(transaction, { accountId, clock }, { operation, change: { to } });
  const others = places.filter((placeId) => placeId !== to);
  const moved = await placement.moveItems(transaction, accountId, others, to, step);
  if (moved > 0) await library.markItemsChanged(transaction, clock, accountId);
  if (moved > 0 && to !== "nowhere" && to > 0) await copyRules.applyTo(transaction, clock, to);
  events.recordMove(transaction, clock, accountId, { count: moved, ids: [], from: others, to });
  return { result: moved, step: await step.finish() };
}

/** Writes the same columns to all of these items, and records them in an undo step. */
async function write(
  transaction: Transaction,
  ids: readonly number[],
  columns: bulkContent.CommonColumns,
  step: Step,
): Promise<void> {
  const written = bulkContent.writtenBy(columns);
  const update = async (chunk: number[]) => {
    await step.addItems(chunk);
    const isInChunk = engineOf(transaction).isOneOf(sql.ref("id"), chunk);
    await engineOf(transaction).changeItems(transaction, chunk, written, () =>
      transaction.updateTable("items").set(columns).where(isInChunk).execute(),
    );
    await step.pause();
  };
  await forEachChunk(ids, update, ITEMS_PER_STATEMENT);
}

/** The places of a scope; for `EVERYTHING` those outside the Trash that have items. */
async function placesOf(transaction: Transaction, scope: scopes.Scope): Promise<readonly placement.PlaceId[]> {
  if (scope.places.length > 0) return scope.places;
  const shelves = await placement.shelvesOf(transaction, scope.accountId);
  const filled = shelves.filter(({ count }) => count > 0).map(placement.placeIdOf);
  return [...new Set(filled)].filter((placeId) => placeId !== placement.TRASH);
}

/** The error for a change of all items by a client that may have forgotten a parameter. */
function notMeant(): Failure {
  const details = [
    { path: "/dangerAll", message: "must be true, unless ids or search is given", reason: "not-confirmed" },
  ];
  const message = "To change all items of a place, confirm it.";
  return new Failure("invalid", message, { reason: "change-of-all-items", details });
}
