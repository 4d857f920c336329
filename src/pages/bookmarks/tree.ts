import { type Level, MEMBER } from "../../collections/access.ts";
import * as outlines from "../../collections/outline.ts";
import { EVERYTHING, type PlaceId, shelvesIn, TRASH, UNSORTED } from "../../collections/placement.ts";
import type { Context } from "../../context.ts";

/** A collection as pages show it. */
export interface Shown extends outlines.Entry, outlines.Texts {}

/** Collections that the side bar shows at most, besides the current one and its ancestors. */
export const MAX_SHOWN = 200;

/** Collections that a drop-down list has at most: more make the page slow, and nobody finds one among them. */
const MAX_OPTIONS = 500;

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

/** Collections that the choice of a target offers. */
const MAX_TARGETS = 200;

/** Whose collection a place is. */
interface Owner {
  readonly ownerId: number;
  readonly isOwn: boolean;
}

/** Which collections a drop-down list offers. */
export interface Choice {
  /** The lowest level of these. */
  readonly level: Level;
  /** By default, the collections of all owners. */
  readonly ownerId?: number | undefined;
  /** A collection that is not offered. */
  readonly without?: number | undefined;
  /** A collection that is not offered, nor those nested in it. */
  readonly outside?: number | undefined;
  /** Always offered if it is one of them. */
  readonly selected?: string | undefined;
}

/** The first of the collections of an outline that a drop-down list may offer, and the selected one wherever it is. */
export function* chosenIn(
  outline: outlines.Outline,
  choice: Choice,
  max = MAX_OPTIONS,
): Generator<outlines.Entry, void> {
  let [count, isSelectedGiven] = [0, false];
  /** The number of the next entries that are nested in `outside`, with itself. */
  let skipped = 0;
  for (const entry of outline.entries()) {
    if (entry.id === choice.outside) skipped = entry.size;
    if (skipped-- > 0 || !isOffered(entry, choice)) continue;
    if (count++ === max) break;
    isSelectedGiven ||= String(entry.id) === choice.selected;
    yield entry;
  }
  const selected = isSelectedGiven ? undefined : outline.get(Number(choice.selected ?? 0));
  if (selected === undefined || !isOffered(selected, choice)) return;
  const path = [selected.id, ...outline.ancestorsOf(selected.id)];
  if (choice.outside === undefined || !path.includes(choice.outside)) yield selected;
}

function isOffered(entry: outlines.Entry, { level, ownerId, without }: Choice): boolean {
  return entry.level >= level && entry.id !== without && (ownerId === undefined || entry.ownerId === ownerId);
}

/** The collections to which the bookmarks of a place may move: the first of the same owner that the user may change. */
export function targetsIn(outline: outlines.Outline, { ownerId, isOwn }: Owner): Generator<outlines.Entry, void> {
  return first(MAX_TARGETS - (isOwn ? 1 : 0), chosenIn(outline, { level: MEMBER, ownerId }, MAX_TARGETS));
}

/** Reads the collections that a drop-down list offers. */
export async function readChoices(context: Context, accountId: number, choice: Choice): Promise<Shown[]> {
  const outline = await readOutline(context, accountId);
  const entries = [...chosenIn(outline, choice)];
  const texts = await outlines.textsOf(
    context.database,
    entries.map(({ id }) => id),
  );
  return entries.flatMap((entry) => {
    const found = texts.get(entry.id);
    return found === undefined ? [] : [{ ...entry, ...found }];
  });
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
