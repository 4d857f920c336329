import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { listItemPlaces } from "../database/dialect.ts";
import { lookupIn, within } from "../database/id-lists.ts";
import { filter, type ListCondition } from "../search/lists.ts";
import { SCORE_PER_WORD } from "../search/sql.ts";
import type { Scope } from "./scope.ts";

/** A match, and the value by which it is sorted. */
export interface Match {
  readonly id: number;
  readonly key: string | number;
}

/** The matches of a part of a scope, at least the first ones in order, and the number of all. */
export interface Part {
  readonly matches: readonly Match[];
  readonly total: number;
}

/** A search that lists of ids answer. */
export interface ListSearch {
  readonly condition: ListCondition;
  /** For each of the words that rank an item, the items that have it in their title. */
  readonly titles: readonly (readonly number[])[];
}

/**
 * Yields the matches in a scope. Their keys are the time of creation and, before it, the number of words in the title.
 * Reads all items of the account from an index, which is faster than looking up most of them one by one.
 */
export async function* inWholeAccount(
  database: Database,
  { accountId, shelfIds }: Scope,
  { condition, titles }: ListSearch,
): AsyncGenerator<Part, void> {
  const included = new Set(shelfIds);
  let after = 0;
  for (;;) {
    const items = await listItemPlaces(database, accountId, after);
    const upTo = items.ids.at(-1);
    if (upTo === undefined) return;
    const range = { after, upTo };
    const isMatch = lookupIn(filter(items.ids, range, condition));
    const withWord = titles.map((list) => lookupIn(within(list, range)));
    const matches: Match[] = [];
    items.ids.forEach((id, position) => {
      if (!isMatch(id) || !included.has(items.shelfIds[position] ?? 0)) return;
      const words = withWord.filter((isInTitle) => isInTitle(id)).length;
      matches.push({ id, key: words * SCORE_PER_WORD + (items.creationTimes[position] ?? 0) });
    });
    yield { matches, total: matches.length };
    await setImmediate();
    after = upTo;
  }
}
