import { type SqlBool, sql } from "kysely";
import { ownTurn, toSet } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import * as library from "../library.ts";
import type { PlaceId } from "../placement.ts";
import type { Highlight } from "./highlight.ts";
import { type Item, selectItems } from "./item.ts";
import * as scopes from "./scope.ts";

/** A highlight and its item. */
export interface ListedHighlight {
  readonly highlight: Highlight;
  readonly item: Item;
}

/** A page of a list. */
interface Page {
  /** From 0. */
  readonly page: number;
  readonly limit: number;
}

/** The sort key of a highlight, and its shelf. */
interface Row {
  readonly created_at: number;
  readonly item_id: number;
  readonly id: string;
  readonly shelf_id: number;
}

/** Rows that one statement reads. */
const ROWS_PER_STATEMENT = 500;

/**
 * Lists the highlights of the items in a place of the account, or in another account's shared or
 * public collection, newest first. Throws `notFound`.
 */
export async function list(
  database: Database,
  accountId: number,
  placeId: PlaceId,
  page: Page,
): Promise<ListedHighlight[]> {
  const scope = await scopes.getReadable(database, accountId, { placeId, nested: false });
  return library.readConsistently(database, scope.accountId, async () => {
    const rows = await rowsAt(database, scope, page);
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ item_id }) => item_id))];
    const items = await selectItems(database).where("items.id", "in", ids).execute();
    const byId = new Map(scopes.visibleIn(scope, items).map((item) => [item.id, item]));
    return rows.flatMap(({ item_id, id }) => findIn(byId.get(item_id), id));
  });
}

function findIn(item: Item | undefined, id: string): ListedHighlight[] {
  if (item === undefined) return [];
  const highlights: Highlight[] = JSON.parse(item.highlights);
  return highlights.filter((highlight) => highlight.id === id).map((highlight) => ({ highlight, item }));
}

/** The rows of a page. Reads all rows before it, so its cost grows with the number of the page. */
async function rowsAt(database: Database, scope: scopes.Scope, { page, limit }: Page): Promise<Row[]> {
  const inScope = await toSet(scope.shelfIds);
  const found: Row[] = [];
  if (inScope.size === 0) return found;
  let toSkip = page * limit;
  let after: Row | undefined;
  for (;;) {
    const rows: Row[] = await nextRows(database, scope, after, Math.min(toSkip + limit, ROWS_PER_STATEMENT));
    for (const row of rows) {
      if (!inScope.has(row.shelf_id)) continue;
      if (toSkip > 0) toSkip--;
      else found.push(row);
      if (found.length === limit) return found;
    }
    after = rows.at(-1);
    if (after === undefined) return found;
    await ownTurn();
  }
}

/** Reads the next highlights: of the shelf if the scope is a single one, otherwise of all items of the account. */
async function nextRows(
  database: Database,
  { accountId, shelfIds }: scopes.Scope,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const [shelfId = 0] = shelfIds;
  const isShelf = shelfIds.length === 1;
  let query = database
    .selectFrom("item_highlights")
    .select(["created_at", "item_id", "id", "shelf_id"])
    .where(isShelf ? "shelf_id" : "account_id", "=", isShelf ? shelfId : accountId)
    .orderBy("created_at", "desc")
    .orderBy("item_id", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (after !== undefined) {
    const { created_at, item_id, id } = after;
    query = query.where(sql<SqlBool>`(created_at, item_id, id) < (${created_at}, ${item_id}, ${id})`);
  }
  return query.execute();
}
