import { setImmediate } from "node:timers/promises";
import { Failure } from "#contract/failure";
import { eachYielding, sortYielding, toSet } from "#contract/scheduling";
import { fold } from "../../database/core/item-words.ts";
import { type Database, inSnapshot, type Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import * as changes from "../events/changes.ts";
import { type Operation, Step } from "../journal/step.ts";
import * as library from "../library.ts";
import { EVERYTHING, type PlaceId } from "../placement.ts";
import * as segments from "../segment-removal.ts";
import { recover } from "../undo/recovery.ts";
import * as bulkContent from "./bulk-content.ts";
import * as events from "./events.ts";
import * as facets from "./facets.ts";
import * as scopes from "./scope.ts";

type Clock = () => number;

/** Maximum items that one call changes, since its transaction blocks other writers. */
const MAX_CHANGED = 10_000;

/**
 * Lists the tags of the items in a place of the viewer's account, or in another account's shared or public
 * collection: the most used first, ties in the order of their bytes. Reads counts, not items. Throws `notFound`, or
 * `unauthenticated` for an anonymous viewer.
 */
export async function list(database: Database, viewer: access.Viewer, placeId: PlaceId): Promise<facets.FacetCount[]> {
  const scope = await scopes.getReadable(database, viewer, { placeId, nested: false });
  return facets.byCount(await inSnapshot(database, (handle) => facets.count(handle, scope, "tag")));
}

/** Which tags of a list are shown, and in which order. */
interface Wanted {
  /** A part of their names, without regard to upper case and diacritics. */
  readonly filter: string;
  readonly sort: "count" | "name";
}

/** The wanted ones of tags that `list` returned. */
export async function find(
  tags: readonly facets.FacetCount[],
  { filter, sort }: Wanted,
): Promise<readonly facets.FacetCount[]> {
  const part = fold(filter);
  const found: { readonly tag: facets.FacetCount; readonly key: string }[] = [];
  await eachYielding(tags, (tag) => {
    const key = fold(tag.name);
    if (key.includes(part)) found.push({ tag, key });
  });
  const sorted = sort === "count" ? found : await sortYielding(found, (one, other) => (one.key < other.key ? -1 : 1));
  return sorted.map(({ tag }) => tag);
}

/**
 * Replaces tags of the items in a place by another tag: with one tag this renames it, with several it merges them. Returns
 * the undo step; undefined if no item had the tags. Throws `notFound`, `forbidden`, `changed`, and `invalid` for more than
 * 10,000 uses.
 */
export async function replace(
  database: Database,
  clock: Clock,
  accountId: number,
  placeId: PlaceId,
  { tags, by }: { readonly tags: readonly string[]; readonly by: string },
  options: library.ChangeOptions = {},
): Promise<number | undefined> {
  const replaced = new Set(tags.filter((tag) => tag !== by));
  const edit = (before: readonly string[]) => [...new Set(before.map((tag) => (replaced.has(tag) ? by : tag)))];
  const operation = placeId === EVERYTHING ? "replaceTags" : "replaceCollectionTags";
  return change(database, clock, accountId, placeId, { operation, tags: replaced, by, edit }, options);
}

/** Removes tags from the items in a place. Returns and throws like `replace`. */
export async function remove(
  database: Database,
  clock: Clock,
  accountId: number,
  placeId: PlaceId,
  tags: readonly string[],
  options: library.ChangeOptions = {},
): Promise<number | undefined> {
  const removed = new Set(tags);
  const edit = (before: readonly string[]) => before.filter((tag) => !removed.has(tag));
  const operation = placeId === EVERYTHING ? "deleteTags" : "deleteCollectionTags";
  return change(database, clock, accountId, placeId, { operation, tags: removed, edit }, options);
}

interface TagChange {
  readonly operation: Operation;
  /** The tags of the items to change. */
  readonly tags: ReadonlySet<string>;
  /** What replaces them; undefined if they are removed. */
  readonly by?: string;
  /** Returns the new tags of an item. */
  readonly edit: (before: readonly string[]) => readonly string[];
}

async function change(
  database: Database,
  clock: Clock,
  accountId: number,
  placeId: PlaceId,
  { operation, tags, by, edit }: TagChange,
  options: library.ChangeOptions,
): Promise<number | undefined> {
  const ownerId = await access.ownerOfWritable(database, accountId, placeId);
  const work = async (transaction: Transaction) => {
    const scope = await scopes.getWritable(transaction, accountId, { placeId, nested: false });
    const ids = await listTagged(transaction, scope, [...tags]);
    const replacedTags = { tags: [...tags], by };
    const step = new Step(
      transaction,
      { accountId: ownerId, clock },
      { operation, change: { replacedTags }, items: ids.length },
    );
    await segments.removeForMany(transaction, ownerId, ids.length);
    await bulkContent.apply(transaction, ids, { editTags: edit }, { updated_at: clock() }, step);
    if (ids.length > 0) await library.markItemsChanged(transaction, clock, ownerId);
    const collections = scope.places.length > 0 ? scope.places : await events.placesOf(transaction, ownerId, ids);
    const updated = { type: "item.updated", count: ids.length, items: ids, collections } as const;
    changes.record(transaction, clock, ownerId, updated);
    return step.finish();
  };
  return library.change(database, ownerId, work, { ...options, recover });
}

/** Lists the ids of the items in a scope that have one of these tags. Throws `invalid` if there are too many. */
async function listTagged(
  transaction: Transaction,
  { accountId, shelfIds }: scopes.Scope,
  tags: readonly string[],
): Promise<number[]> {
  const inScope = await toSet(shelfIds);
  const uses = await transaction
    .selectFrom("facets")
    .select(["name", "shelf_id", "count"])
    .where("account_id", "=", accountId)
    .where("kind", "=", "tag")
    // No tag is empty. The empty name keeps the list from being empty, which not every engine accepts.
    .where("name", "in", ["", ...tags])
    .execute();
  const wanted = uses.filter(({ shelf_id }) => inScope.has(shelf_id));
  if (wanted.reduce((sum, { count }) => sum + count, 0) > MAX_CHANGED) throw tooMany();
  const ids = new Set<number>();
  for (const { shelf_id, name } of wanted) {
    const items = await transaction
      .selectFrom("item_tags")
      .select("item_id")
      .where("shelf_id", "=", shelf_id)
      .where("name", "=", name)
      .execute();
    for (const { item_id } of items) ids.add(item_id);
    await setImmediate();
  }
  return [...ids].sort((one, other) => one - other);
}

function tooMany(): Failure {
  const details = [
    {
      path: "/tags",
      message: `must be used by at most ${MAX_CHANGED} items together`,
      reason: "tags-of-too-many-items",
      values: { limit: MAX_CHANGED },
    },
  ];
  const advice = "Change the tags of one collection after the other.";
  return new Failure("invalid", `At most ${MAX_CHANGED} items can be changed at once. ${advice}`, {
    reason: "too-many-tagged-items",
    values: { limit: MAX_CHANGED },
    details,
  });
}
