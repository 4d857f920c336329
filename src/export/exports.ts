import type { Database } from "../database/database.ts";
import type { Order } from "../items/item-order.ts";
import * as scopes from "../items/scope.ts";
import * as searches from "../search/search.ts";
import { csvLines } from "./csv.ts";
import { load } from "./folders.ts";
import { htmlLines } from "./html.ts";
import { choose } from "./item-batches.ts";

/** The formats of an export: a table, and a bookmark file that browsers import. */
export const FORMATS = ["csv", "html"] as const;

export type Format = (typeof FORMATS)[number];

/** Which items are exported, and how. */
export interface ExportOptions {
  readonly format: Format;
  readonly order: Order;
  /** A query that `searches.parse` understands. Empty exports all items. */
  readonly search: string;
}

/**
 * Exports items of a place of the account, line by line. Throws `forbidden` for another account's public
 * collection, `notFound` for a private or missing one, and `invalid` for a search with too many words.
 * Reads while the lines are consumed: an item that is moved or deleted meanwhile may be missing.
 */
export async function start(
  database: Database,
  accountId: number,
  place: scopes.Place,
  { format, order, search }: ExportOptions,
): Promise<AsyncIterable<string>> {
  const parsed = searches.parse(search);
  const scope = await scopes.getOwned(database, accountId, place);
  const choice = await choose(database, scope, order, parsed);
  const folders = await load(database, accountId);
  return format === "csv"
    ? csvLines(database, scope, choice, folders)
    : htmlLines(database, accountId, place, choice, folders);
}
