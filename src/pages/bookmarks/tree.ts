import type { Context } from "../../context/context.ts";
import * as outlines from "../../library/collections/outline.ts";
import { EVERYTHING, type PlaceId, shelvesIn, TRASH, UNSORTED } from "../../library/placement.ts";

/** A collection as pages show it. */
export interface Shown extends outlines.Entry, outlines.Texts {}

/** Collections that the side bar shows at most, besides the current one and its ancestors. */
export const MAX_SHOWN = 500;

/** Collections around another one that pages name. */
export const MAX_AROUND = 5;

/** The outline of an account, with the texts of those collections that a page shows. */
export class CollectionTree {
  readonly outline: outlines.Outline;
  readonly #texts: ReadonlyMap<number, outlines.Texts>;
  /** The number of the account's own items in all places but the Trash (`EVERYTHING`), in Unsorted and in the Trash. */
  readonly counts: ReadonlyMap<PlaceId, number>;

  /** Use `withTexts`. */
  constructor(
    outline: outlines.Outline,
    texts: ReadonlyMap<number, outlines.Texts>,
    counts: ReadonlyMap<PlaceId, number>,
  ) {
    this.outline = outline;
    this.#texts = texts;
    this.counts = counts;
  }

  /** A collection; undefined if the page does not show it. */
  get(id: number): Shown | undefined {
    const texts = this.#texts.get(id);
    const entry = texts === undefined ? undefined : this.outline.get(id);
    return texts === undefined || entry === undefined ? undefined : { ...entry, ...texts };
  }

  /** The nearest collections that one is inside of, the outermost first, as pages name them beside it. */
  around(id: number): Shown[] {
    const nearest = this.outline.ancestorsOf(id).slice(0, MAX_AROUND).toReversed();
    return nearest.flatMap((ancestor) => this.get(ancestor) ?? []);
  }
}

/** Reads the outline of an account, in the order of the side bar. */
export function readOutline({ database }: Context, accountId: number): Promise<outlines.Outline> {
  return outlines.read(database, accountId);
}

/** Reads the texts of these collections of an outline, and counts the items of the account. */
export async function withTexts(
  { database }: Context,
  accountId: number,
  outline: outlines.Outline,
  ids: Iterable<number>,
): Promise<CollectionTree> {
  const texts = await outlines.textsOf(database, ids);
  const countOf = async (placeId: PlaceId) => {
    const shelves = await shelvesIn(database, accountId, placeId);
    return shelves.reduce((sum, { count }) => sum + count, 0);
  };
  const unsorted = await countOf(UNSORTED);
  const counts = new Map([
    [EVERYTHING, unsorted + outline.own.total],
    [UNSORTED, unsorted],
    [TRASH, await countOf(TRASH)],
  ]);
  return new CollectionTree(outline, texts, counts);
}

/** The collections that the side bar shows: the first ones, the current one and its ancestors. */
export function shownIn(outline: outlines.Outline, currentId: PlaceId): Set<number> {
  const shown = new Set([currentId, ...outline.ancestorsOf(currentId)].filter((id) => outline.get(id) !== undefined));
  for (const { id } of first(MAX_SHOWN, outline.entries())) shown.add(id);
  return shown;
}

/** The first values of an iterable. */
export function* first<T>(count: number, values: Iterable<T>): Generator<T, void> {
  let left = count;
  if (left === 0) return;
  for (const value of values) {
    yield value;
    if (--left === 0) return;
  }
}
