import type { Database } from "../database/database.ts";
import * as scopes from "../items/scope.ts";
import type { Order } from "../items/sorted-rows.ts";
import * as searches from "../search/search.ts";
import type { Entry } from "./archive.ts";
import { csvLines } from "./csv.ts";
import { load } from "./folders.ts";
import { htmlLines } from "./html.ts";
import { choose } from "./item-batches.ts";
import { fileEntries, findUploaded } from "./zip.ts";

/** The formats of an export as text: a table, and a bookmark file that browsers import. */
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
 * Exports items of a place of the account, or of a collection that is shared with it, line by line. Throws `forbidden` for another account's public
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
  const scope = await scopes.getShared(database, accountId, place);
  const choice = await choose(database, scope, order, parsed);
  const folders = await load(database, scope.accountId, topOf(scope, accountId, place));
  return format === "csv"
    ? csvLines(database, scope, choice, folders)
    : htmlLines(database, scope.accountId, place, choice, folders);
}

/**
 * Exports items like `start`, as a ZIP archive with the table, the bookmark file and, in `files/`, the uploaded files.
 * Throws `invalid` if there are too many of these, and otherwise like `start`.
 */
export async function startArchive(
  database: Database,
  clock: () => number,
  accountId: number,
  place: scopes.Place,
  options: Omit<ExportOptions, "format">,
): Promise<AsyncIterable<Buffer>> {
  const scope = await scopes.getShared(database, accountId, place);
  const uploaded = await findUploaded(database, scope, searches.parse(options.search));
  const folders = await load(database, scope.accountId, topOf(scope, accountId, place));
  const texts: Entry[] = [];
  for (const format of FORMATS) {
    const content = await start(database, accountId, place, { ...options, format });
    texts.push({ path: `bookmarks.${format}`, changedAt: clock(), content, isText: true });
  }
  const { toZip } = await import("./archive.ts");
  return toZip(concat(texts, fileEntries(database, scope, folders, uploaded)));
}

async function* concat(first: readonly Entry[], others: AsyncIterable<Entry>): AsyncIterable<Entry> {
  yield* first;
  yield* others;
}

/** The outermost collection that a collaborator may see; undefined for the owner. */
function topOf(scope: scopes.Scope, accountId: number, { placeId }: scopes.Place): number | undefined {
  return scope.accountId === accountId ? undefined : placeId;
}
