import { type SqlBool, sql } from "kysely";
import { ownTurn, toSet } from "#contract/scheduling";
import { fold } from "../../database/core/item-words.ts";
import type { Database } from "../../database/database.ts";
import * as library from "../library.ts";
import type { PlaceId } from "../placement.ts";
import type { Color, Highlight } from "./highlight.ts";
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

/** The sort key of a highlight. */
export interface Position {
  readonly created_at: number;
  readonly item_id: number;
  readonly id: string;
}

interface Row extends Position {
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
    const find = await readHighlights(database, scope, rows);
    return rows.flatMap(find);
  });
}

/** Which highlights are wanted. */
export interface Wanted {
  /** Undefined for all colours. */
  readonly color: Color | undefined;
  /** A part of the text or the note, without regard to upper case and diacritics; empty for all. */
  readonly text: string;
}

/** The next highlights of a list that is read from a position. */
export interface FoundHighlights {
  readonly highlights: readonly ListedHighlight[];
  /** Where the next ones begin: after this one. Undefined if there are no more. */
  readonly next: Position | undefined;
}

/** Highlights that one call of `find` reads, wanted or not. */
const MAX_READ = 1000;

/** Highlights that are read at a time: few, because the items with them have up to 64 KiB each. */
const READ_AT_ONCE = 100;

/**
 * Lists the wanted highlights of a place of the account, or of a collection that is shared with it, newest first; at
 * most `limit`, and fewer if few of the next 1,000 are wanted. Throws `notFound`, and `forbidden` for another account's
 * public collection.
 */
export async function find(
  database: Database,
  accountId: number,
  place: scopes.Place,
  wanted: Wanted,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<FoundHighlights> {
  const scope = await scopes.getShared(database, accountId, place);
  const isWanted = matcherOf(wanted);
  return library.readConsistently(database, scope.accountId, async () => {
    const inScope = await toSet(scope.shelfIds);
    const found: { readonly position: Position; readonly listed: ListedHighlight }[] = [];
    let position = after;
    for (let read = 0; read < MAX_READ && inScope.size > 0; read += READ_AT_ONCE) {
      const rows = await nextRows(database, scope, position, READ_AT_ONCE);
      const find = await readHighlights(
        database,
        scope,
        rows.filter(({ shelf_id }) => inScope.has(shelf_id)),
      );
      for (const row of rows) {
        for (const listed of find(row)) if (isWanted(listed.highlight)) found.push({ position: row, listed });
        if (found.length > limit) return { highlights: toListed(found, limit), next: found[limit - 1]?.position };
      }
      position = rows.at(-1);
      if (rows.length < READ_AT_ONCE) return { highlights: toListed(found, limit), next: undefined };
      await ownTurn();
    }
    return { highlights: toListed(found, limit), next: inScope.size > 0 ? position : undefined };
  });
}

function toListed(found: readonly { readonly listed: ListedHighlight }[], limit: number): readonly ListedHighlight[] {
  return found.slice(0, limit).map(({ listed }) => listed);
}

/** Whether a highlight is wanted. */
export function matcherOf({ color, text }: Wanted): (highlight: Highlight) => boolean {
  const part = fold(text);
  return (highlight) =>
    (color === undefined || highlight.color === color) &&
    (part === "" || fold(highlight.text).includes(part) || fold(highlight.note).includes(part));
}

/** Reads the items of some highlights, and returns what finds a highlight in them. */
async function readHighlights(
  database: Database,
  scope: scopes.Scope,
  rows: readonly Row[],
): Promise<(row: Row) => readonly ListedHighlight[]> {
  if (rows.length === 0) return () => [];
  const ids = [...new Set(rows.map(({ item_id }) => item_id))];
  const items = await selectItems(database).where("items.id", "in", ids).execute();
  const byId = new Map(scopes.visibleIn(scope, items).map((item) => [item.id, item]));
  return ({ item_id, id }) => findIn(byId.get(item_id), id);
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
  after: Position | undefined,
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
