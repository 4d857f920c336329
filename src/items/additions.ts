import { setImmediate } from "node:timers/promises";
import type { Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { contentOf, type Item, type Medium, selectItems, toColumns } from "./item.ts";

/**
 * Tags and media that a bulk operation adds to items. An empty list removes all that an item has;
 * undefined keeps them.
 */
export interface Additions {
  readonly tags?: readonly string[] | undefined;
  readonly media?: readonly Medium[] | undefined;
}

/** Maximum tags of an item, and maximum media. */
const MAX_ENTRIES = 1000;

/** Items that are read and written between two yields to the event loop. */
const ITEMS_PER_SLICE = 20;

/** Adds tags and media to items. Throws `invalid` if an item would have too many. */
export async function apply(transaction: Transaction, ids: readonly number[], additions: Additions): Promise<void> {
  if (additions.tags === undefined && additions.media === undefined) return;
  for (let first = 0; first < ids.length; first += ITEMS_PER_SLICE) {
    const items = await selectItems(transaction)
      .where("items.id", "in", ids.slice(first, first + ITEMS_PER_SLICE))
      .execute();
    for (const item of items) {
      const columns = toColumns(withAdditions(item, additions));
      await transaction.updateTable("items").set(columns).where("id", "=", item.id).execute();
    }
    await setImmediate();
  }
}

function withAdditions(item: Item, { tags, media }: Additions) {
  const content = contentOf(item);
  return {
    ...content,
    ...(tags !== undefined && { tags: append("tags", content.tags, tags, (tag) => tag) }),
    ...(media !== undefined && { media: append("media", content.media, media, ({ link }) => link) }),
  };
}

/**
 * Appends entries; one with the key of an earlier entry replaces it in its position. Adding none
 * removes all.
 */
function append<T>(field: string, before: readonly T[], added: readonly T[], keyOf: (entry: T) => string): T[] {
  if (added.length === 0) return [];
  const entries = [...new Map([...before, ...added].map((entry) => [keyOf(entry), entry])).values()];
  if (entries.length <= MAX_ENTRIES) return entries;
  const details = [{ path: `/${field}`, message: `must have at most ${MAX_ENTRIES} entries per item` }];
  throw new Failure("invalid", `An item can have at most ${MAX_ENTRIES} ${field}.`, { details });
}
