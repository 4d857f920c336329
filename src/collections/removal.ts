import * as pictures from "../covers/pictures.ts";
import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import * as access from "./access.ts";
import type { Precondition } from "./collections.ts";
import * as library from "./library.ts";
import * as placement from "./placement.ts";
import { load, type StoredTree, save } from "./stored-tree.ts";

type Clock = () => number;

/** Removes a collection and everything below it; their items go to the Trash. Throws `notFound`, `forbidden`, and what the precondition throws. */
export async function deleteTree(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  precondition: Precondition,
): Promise<void> {
  const planned = await treeAhead(database, accountId);
  await library.change(database, accountId, async (transaction, version) => {
    await precondition(await access.getOwned(transaction, accountId, id));
    const found = await planned(transaction, version);
    const gone = found.tree.removeWithin([id]);
    await finish(transaction, clock, accountId, found, { gone, to: placement.TRASH, field: "id" });
  });
}

/**
 * Removes these collections alone: what is below them moves up, their items go to the Trash. Gives back which ones it found. Throws
 * `notFound` when there is none, and what the precondition throws.
 */
export async function deleteMany(
  database: Database,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
  precondition: (transaction: Transaction) => Promise<void>,
): Promise<number[]> {
  const planned = await treeAhead(database, accountId);
  return library.change(database, accountId, async (transaction, version) => {
    await precondition(transaction);
    const found = await planned(transaction, version);
    const gone = ownAmong(found, ids);
    for (const id of gone) found.tree.remove(id);
    await finish(transaction, clock, accountId, found, { gone, to: placement.TRASH, field: "ids" });
    return gone;
  });
}

/**
 * Moves items and sub-collections of these collections to another one, and removes them. Gives back which ones it found. Throws `invalid`
 * where the account has no such target or something would be too deep, `notFound` when there is none to be merged.
 */
export async function merge(
  database: Database,
  clock: Clock,
  accountId: number,
  { to, ids }: { readonly to: number; readonly ids: readonly number[] },
  precondition: () => Promise<void>,
): Promise<number[]> {
  const planned = await treeAhead(database, accountId);
  return library.change(database, accountId, async (transaction, version) => {
    await precondition();
    const found = await planned(transaction, version);
    if (!found.tree.has(to)) refuseTarget();
    const others = ids.filter((id) => id !== to);
    const gone = others.length > 0 ? ownAmong(found, others) : [];
    found.tree.merge(new Set(gone), to);
    await finish(transaction, clock, accountId, found, { gone, to, field: "to" });
    return gone;
  });
}

/** Removes the collections that hold no items and have none below that does. Gives back how many. */
export async function deleteEmpty(
  database: Database,
  clock: Clock,
  accountId: number,
  precondition: () => Promise<void>,
): Promise<number> {
  const planned = await treeAhead(database, accountId);
  return library.change(database, accountId, async (transaction, version) => {
    await precondition();
    const found = await planned(transaction, version);
    const counts = await placement.countItems(transaction, accountId);
    const full = [...counts].filter(([, { count }]) => count > 0).map(([placeId]) => placeId);
    const staying = new Set(full.flatMap((id) => (found.tree.has(id) ? [id, ...found.tree.ancestorsOf(id)] : [])));
    const gone = found.tree.ids.filter((id) => !staying.has(id));
    for (const id of gone) found.tree.remove(id);
    await finish(transaction, clock, accountId, found, { gone, to: placement.TRASH, field: "ids" });
    return gone.length;
  });
}

function treeAhead(database: Database, accountId: number) {
  return library.prefetch(database, accountId, (handle) => load(handle, accountId));
}

interface Outcome {
  readonly gone: readonly number[];
  /** Where the items of those that are gone belong now. */
  readonly to: placement.PlaceId;
  /** What asked for it. */
  readonly field: string;
}

/** Writes a tree that has lost collections: their items move, their pictures are let go. */
async function finish(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  found: StoredTree,
  { gone, to, field }: Outcome,
): Promise<void> {
  const moved = await placement.moveItemsOfDeleted(transaction, accountId, gone, to);
  if (moved > 0) await library.markItemsChanged(transaction, clock, accountId);
  await pictures.letGo(transaction, accountId, gone);
  await save(transaction, found, field);
}

function ownAmong({ tree }: StoredTree, ids: readonly number[]): number[] {
  const own = [...new Set(ids)].filter((id) => tree.has(id));
  if (own.length === 0) throw new Failure("notFound", "There is no collection of yours with one of these ids.");
  return own;
}

function refuseTarget(): never {
  const details = [{ path: "/to", message: "must be a collection of yours" }];
  throw new Failure("invalid", "There is no collection of yours to merge into.", { details });
}
