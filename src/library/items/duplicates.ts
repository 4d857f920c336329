import { eachYielding, ownTurn } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import * as placement from "../placement.ts";

/** An item whose link equals that of another item of the account. */
export interface Copy {
  readonly link_key: string;
  readonly id: number;
  readonly shelf_id: number;
}

/** Rows that one statement reads. */
const ROWS_PER_STATEMENT = 2000;

/**
 * Counts the items that have a link equal to that of an older item outside the Trash, like the search `duplicate:true`.
 * By default counts those outside the Trash.
 */
export async function count(
  database: Database,
  accountId: number,
  isCounted?: (item: Copy) => boolean,
): Promise<number> {
  let duplicates = 0;
  for await (const { copy, isTrash } of all(database, accountId)) {
    if (isCounted?.(copy) ?? !isTrash) duplicates++;
  }
  return duplicates;
}

/** The ids of the items that `count` counts, and of those in the Trash; ascending. */
export async function listIds(database: Database, accountId: number): Promise<number[]> {
  const ids: number[] = [];
  for await (const { copy } of all(database, accountId)) ids.push(copy.id);
  return ids.sort((one, other) => one - other);
}

/**
 * Yields the items that have a link equal to that of an older item outside the Trash. Reads each item whose link
 * occurs more than once, and yields to the event loop in between.
 */
async function* all(
  database: Database,
  accountId: number,
): AsyncGenerator<{ readonly copy: Copy; readonly isTrash: boolean }, void> {
  const shelves = await placement.shelvesOf(database, accountId);
  const outsideTrash = new Set<number>();
  await eachYielding(shelves, ({ place, id }) => {
    if (place !== "trash") outsideTrash.add(id);
  });
  let original: string | undefined;
  let last: Copy | undefined;
  for (;;) {
    const { copies, isLast }: Batch = await nextCopies(database, accountId, last);
    for (const copy of copies) {
      const isTrash = !outsideTrash.has(copy.shelf_id);
      if (copy.link_key === original) yield { copy, isTrash };
      if (!isTrash) original = copy.link_key;
    }
    if (isLast) return;
    last = copies.at(-1) ?? last;
    await ownTurn();
  }
}

interface Batch {
  readonly copies: readonly Copy[];
  /** Whether no items follow. */
  readonly isLast: boolean;
}

/** Reads the next items in the order of their links and ids. A full batch may end within the items of a link. */
async function nextCopies(database: Database, accountId: number, last: Copy | undefined): Promise<Batch> {
  const rest = last === undefined ? [] : await restOfLink(database, accountId, last);
  if (rest.length === ROWS_PER_STATEMENT) return { copies: rest, isLast: false };
  const next = await ofNextLinks(database, accountId, last?.link_key ?? "");
  return { copies: [...rest, ...next], isLast: next.length < ROWS_PER_STATEMENT };
}

async function restOfLink(database: Database, accountId: number, { link_key, id }: Copy): Promise<Copy[]> {
  return database
    .selectFrom("items")
    .select(["link_key", "id", "shelf_id"])
    .where("account_id", "=", accountId)
    .where("link_key", "=", link_key)
    .where("id", ">", id)
    .orderBy("id")
    .limit(ROWS_PER_STATEMENT)
    .execute();
}

async function ofNextLinks(database: Database, accountId: number, after: string): Promise<Copy[]> {
  return database
    .selectFrom("repeated_links")
    .innerJoin("items", (join) =>
      join
        .onRef("items.account_id", "=", "repeated_links.account_id")
        .onRef("items.link_key", "=", "repeated_links.link_key"),
    )
    .select(["repeated_links.link_key", "items.id", "items.shelf_id"])
    .where("repeated_links.account_id", "=", accountId)
    .where("repeated_links.link_key", ">", after)
    .orderBy("repeated_links.link_key")
    .orderBy("items.id")
    .limit(ROWS_PER_STATEMENT)
    .execute();
}
