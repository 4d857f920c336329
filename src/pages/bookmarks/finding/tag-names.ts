import { isRecord } from "#contract/record";
import { TAGS } from "../../design/paths.ts";

/** Tags that one form changes at most: a page has as many. */
const MAX_CHOSEN = 50;

/** The tags that are chosen in a query, each once. */
export function chosenIn(query: unknown): string[] {
  const chosen = isRecord(query) ? [query.tags].flat() : [];
  return [...new Set(chosen.filter((name) => typeof name === "string"))].slice(0, MAX_CHOSEN);
}

/** The address of the form that changes tags. */
export function changeAddress(names: readonly string[]): string {
  return `${TAGS}/change${choiceOf(names)}`;
}

/** The end of an address that chooses tags. */
export function choiceOf(names: readonly string[]): string {
  return `?${new URLSearchParams(names.map((name): [string, string] => ["tags", name]))}`;
}
