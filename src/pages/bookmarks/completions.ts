import { OPERATORS } from "../../library/search/operators.ts";
import { tagToken } from "../../library/search/tag-tokens.ts";

/** The last token of a search: a tag in quotes, or a text without spaces; a `-` before it is no part of it. */
const LAST = /(?<=^-?|\s-?)(?:#"[^"]*|[^\s"-][^\s"]*)?$/;

/** The operators that are suggested. Items have no languages, and ids are for clients. */
const SUGGESTED = Object.entries(OPERATORS).filter(([name]) => name !== "lang" && name !== "_id");

/** The beginning of a tag at the end of a search; undefined if no tag can be there. */
export function typedTagIn(search: string): string | undefined {
  const last = lastOf(search);
  return last === "" || last.includes(":") ? undefined : last.replace(/^#"?/, "");
}

/**
 * The searches that complete the end of one: with operators, their values, and tags. `tags`: those that begin with
 * `typedTagIn`, or for a search without any the most used ones.
 */
export function completionsOf(search: string, tags: readonly string[]): string[] {
  const last = lastOf(search);
  const before = search.slice(0, search.length - last.length);
  const tokens = [...tags.map(tagToken), ...(last.startsWith("#") ? [] : operatorsFor(last))];
  return tokens.filter((token) => token !== last).map((token) => before + token);
}

function lastOf(search: string): string {
  return LAST.exec(search)?.[0] ?? "";
}

/** The operators that begin with a text, or have a value that does; `false` only for an operator that is typed. */
function operatorsFor(text: string): string[] {
  const typed = text.toLowerCase();
  return SUGGESTED.flatMap(([name, values]) => {
    if (values.length === 0) return [`${name}:`];
    const isTyped = typed.startsWith(`${name.toLowerCase()}:`);
    return values.filter((value) => isTyped || value !== "false").map((value) => `${name}:${value}`);
  }).filter((token) => token.toLowerCase().startsWith(typed));
}
