import { forEachChunk } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import * as placement from "../placement.ts";

/** A bulk change as far as it is checked. Fields that are left out change nothing. */
interface CheckedChange {
  readonly placeId?: placement.PlaceId | undefined;
  readonly important?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly removedTags?: readonly string[] | undefined;
}

/** Items that one statement reads: few, because their tags may be long. */
const ITEMS_PER_STATEMENT = 200;

/** Those of the items that a change would not leave as they are. */
export async function without(
  transaction: Transaction,
  ids: readonly number[],
  change: CheckedChange,
): Promise<readonly number[]> {
  const changing: number[] = [];
  const read = async (chunk: number[]) => {
    const rows = await transaction
      .selectFrom("items")
      .innerJoin("shelves", "shelves.id", "items.shelf_id")
      .select(["items.id", "items.important", "items.tags", "shelves.place", "shelves.collection_id"])
      .where("items.id", "in", chunk)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of chunk) {
      const row = byId.get(id);
      if (row !== undefined && changes(change, row)) changing.push(id);
    }
  };
  await forEachChunk(ids, read, ITEMS_PER_STATEMENT);
  return changing;
}

interface Row extends placement.ShelfPlace {
  readonly important: number;
  readonly tags: string;
}

function changes({ placeId, important, tags, removedTags = [] }: CheckedChange, row: Row): boolean {
  const stored: readonly string[] = JSON.parse(row.tags);
  return (
    (placeId !== undefined && placement.placeIdOf(row) !== placeId) ||
    (important !== undefined && important !== (row.important === 1)) ||
    (tags !== undefined && (tags.length === 0 ? stored.length > 0 : tags.some((tag) => !stored.includes(tag)))) ||
    removedTags.some((tag) => stored.includes(tag))
  );
}
