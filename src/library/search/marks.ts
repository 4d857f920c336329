import type { Key, Words } from "../../database/core/index-query.ts";
import { locatedWords, tagKeyOf } from "../../database/core/item-words.ts";
import type { Condition } from "./condition.ts";
import { parse } from "./search.ts";

/** A part of a text that a search has found: its first code unit, and the one after its last. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** The texts of an item that a search marks. */
export type MarkedField = "title" | "excerpt" | "note" | "tag";

/** Code units of a text in which words are looked for: a page shows many texts. */
const MAX_SEARCHED = 500;

/** Finds what a search asks for in the texts of items. */
export class Marker {
  readonly #leaves: readonly (Words | Key)[];

  /** Throws `invalid` like `parse`. */
  constructor(search: string) {
    const parsed = parse(search);
    this.#leaves = parsed === undefined ? [] : leavesOf(parsed.condition);
  }

  /**
   * The marks in the beginning of a text, in their order, without overlaps: whole words, also for beginnings, or all of
   * a tag.
   */
  marksIn(text: string, field: MarkedField): readonly Mark[] {
    const isTag = this.#leaves.some((leaf) => field === "tag" && leaf.kind === "key" && leaf.key === tagKeyOf(text));
    if (isTag) return [{ start: 0, end: text.length }];
    const wanted = this.#leaves.flatMap((leaf) => (leaf.kind === "words" && isIn(leaf, field) ? [leaf] : []));
    return wanted.length === 0 ? [] : marksOf(text.slice(0, MAX_SEARCHED), wanted);
  }
}

function isIn({ field }: Words, wanted: MarkedField): boolean {
  return field === "any" || field === wanted || (field === "info" && (wanted === "title" || wanted === "excerpt"));
}

/** The words and tags that a condition asks for. Those that it excludes are in no item that it finds. */
function leavesOf(condition: Condition): readonly (Words | Key)[] {
  if (condition.kind === "words" || condition.kind === "key") return [condition];
  return condition.kind === "all" || condition.kind === "any" ? condition.of.flatMap(leavesOf) : [];
}

function marksOf(text: string, wanted: readonly Words[]): readonly Mark[] {
  const located = locatedWords(text);
  const marks = wanted.flatMap(({ words, isPrefix }) =>
    located.flatMap((first, at) => {
      const isHere = words.every((word, offset) => {
        const found = located[at + offset]?.word;
        return isPrefix && offset === words.length - 1 ? found?.startsWith(word) : found === word;
      });
      const last = located[at + words.length - 1];
      return isHere && last !== undefined ? [{ start: first.start, end: last.end }] : [];
    }),
  );
  return united(marks);
}

/** Marks in their order, those that overlap as one. */
function united(marks: readonly Mark[]): readonly Mark[] {
  const result: Mark[] = [];
  for (const mark of marks.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last === undefined || mark.start >= last.end) result.push(mark);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, mark.end) };
  }
  return result;
}
