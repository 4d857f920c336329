import { OWNER } from "../../library/access.ts";
import { TRASH, UNSORTED } from "../../library/placement.ts";
import type { Options } from "../design/field.ts";
import type { Texts } from "../texts/en.ts";
import type { ChoiceList } from "./choices.ts";
import type { Shown } from "./tree.ts";

/** Characters of a title that the list shows. */
const MAX_TITLE = 60;

interface Place {
  readonly selected: string;
  /** Whether the bookmark is or will be in the account's own library. */
  readonly isOwn: boolean;
}

/** The choices for the place of a bookmark: Unsorted, the Trash if it is there, and the collections that may be written. */
export function placeOptions(writable: ChoiceList, { edit }: Texts, { selected, isOwn }: Place): Options {
  return [
    ...(selected === String(TRASH) ? ([[selected, edit.trash]] as const) : []),
    ...(isOwn ? ([[String(UNSORTED), edit.unsorted]] as const) : []),
    ...toOptions(writable),
  ];
}

/** The choices for the parent of a collection: the root, and these collections. */
export function parentOptions(parents: ChoiceList, { edit }: Texts): Options {
  return [["", edit.root], ...toOptions(parents)];
}

/** Collections as choices: indented like the tree, or below the titles above them if they were found by their name. */
export function toOptions({ collections, pathOf, typed }: ChoiceList): Options {
  return collections.map((collection) => {
    const above = pathOf(collection.id).map((title) => `${cut(title)} / `);
    const position = typed === "" ? "\u2003".repeat(collection.depth) : above.join("");
    return [String(collection.id), position + nameOf(collection)];
  });
}

function cut(title: string): string {
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE).toWellFormed()}…` : title;
}

function nameOf({ title, level, owner_name: owner }: Shown): string {
  const short = cut(title);
  return level === OWNER ? short : `${short} (${owner})`;
}
