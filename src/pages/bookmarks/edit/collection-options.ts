import { MEMBER, OWNER, type VisibleCollection } from "../../../collections/access.ts";
import { TRASH, UNSORTED } from "../../../collections/placement.ts";
import type { Options } from "../../design/field.ts";
import type { Texts } from "../../texts/en.ts";
import type { Entry } from "../tree.ts";

/** Collections that a drop-down list has at most: more make the page slow, and nobody finds one among them. */
const MAX_OPTIONS = 500;

/** Characters of a title that the list shows. */
const MAX_TITLE = 60;

interface Place {
  readonly selected: string;
  /** Whether the bookmark is or will be in the account's own library. */
  readonly isOwn: boolean;
}

/** The choices for the place of a bookmark: Unsorted, the Trash if it is there, and the collections that may be written. */
export function placeOptions(entries: readonly Entry[], { edit }: Texts, { selected, isOwn }: Place): Options {
  const writable = entries.filter(({ collection }) => collection.level >= MEMBER);
  return [
    ...(selected === String(TRASH) ? ([[selected, edit.trash]] as const) : []),
    ...(isOwn ? ([[String(UNSORTED), edit.unsorted]] as const) : []),
    ...toOptions(writable, selected),
  ];
}

/** The choices for the parent of a collection: the root, and own collections except that with the id `without`. */
export function parentOptions(entries: readonly Entry[], { edit }: Texts, selected: string, without?: number): Options {
  const own = outside(entries, without).filter(({ collection }) => collection.level === OWNER);
  return [["", edit.root], ...toOptions(own, selected)];
}

/** The own collections except one, in a list. */
export function ownOptions(entries: readonly Entry[], selected: string, without?: number): Options {
  return toOptions(
    entries.filter(({ collection }) => collection.level === OWNER && collection.id !== without),
    selected,
  );
}

/** The choices of a collection to export, with those that are shared. */
export function exportOptions(entries: readonly Entry[], selected: string): Options {
  return toOptions(entries, selected);
}

/** The entries without a collection and its descendants, which follow it. */
function outside(entries: readonly Entry[], without?: number): readonly Entry[] {
  const first = entries.findIndex(({ collection }) => collection.id === without);
  if (first === -1) return entries;
  const depth = entries[first]?.depth ?? 0;
  const next = entries.findIndex((entry, index) => index > first && entry.depth <= depth);
  return [...entries.slice(0, first), ...(next === -1 ? [] : entries.slice(next))];
}

/** The first entries as choices, and the selected one wherever it is. */
function toOptions(entries: readonly Entry[], selected: string): Options {
  const listed = entries.filter(({ collection }, index) => index < MAX_OPTIONS || String(collection.id) === selected);
  return listed.map(({ collection, depth }) => [String(collection.id), "\u2003".repeat(depth) + nameOf(collection)]);
}

function nameOf({ title, level, owner_name: owner }: VisibleCollection): string {
  const short = title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE).toWellFormed()}…` : title;
  return level === OWNER ? short : `${short} (${owner})`;
}
