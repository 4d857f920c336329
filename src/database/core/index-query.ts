import { MIN_PART_LENGTH } from "./item-words.ts";

/** The full-text indexes: of the texts of items, and of the pages that they link to. */
export type IndexName = "item_index" | "text_index";

/** The field in which words must be; `info` is title or excerpt, and `public` any but the note. */
export type Field = "any" | "public" | "title" | "excerpt" | "note" | "link" | "info";

/** Consecutive words in a field. */
export interface Words {
  readonly kind: "words";
  readonly field: Field;
  /** As returned by `wordsOf`; at least one. */
  readonly words: readonly string[];
  /** Whether the last word may be the beginning of a longer one. */
  readonly isPrefix: boolean;
}

/** Whether the query may match inside a word of a link. */
export function canBePart({ words: [first = "", ...others], isPrefix }: Words): boolean {
  return isPrefix && others.length === 0 && [...first].length >= MIN_PART_LENGTH;
}

/** A whole tag, as returned by `tagKeyOf`. */
export interface Key {
  readonly kind: "key";
  readonly key: string;
}

/** A condition that the index of items can evaluate alone. */
export type IndexQuery =
  | Words
  | Key
  | { readonly kind: "all"; readonly of: readonly IndexQuery[] }
  | { readonly kind: "any"; readonly of: readonly IndexQuery[] }
  | Difference;

/** What matches `of`, but not `excluded`. */
export interface Difference {
  readonly kind: "difference";
  readonly of: IndexQuery;
  readonly excluded: IndexQuery;
}

/** Items that are on one of these shelves, or with `areOn` false on none of them. */
export interface ShelfCondition {
  readonly shelfIds: readonly number[];
  readonly areOn: boolean;
}

/** Item ids greater than `after`, up to `upTo`; with `ids`, sorted, only these. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
  readonly ids?: readonly number[];
}
