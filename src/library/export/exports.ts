import type { Database } from "../../database/database.ts";
import type { SearchOrder } from "../items/matching.ts";
import type { Scope } from "../items/scope.ts";
import * as scopes from "../items/scope.ts";
import * as searches from "../search/search.ts";
import type { Entry } from "./archive.ts";
import { type Choice, choose } from "./choice.ts";
import { COMPLETE_ENTRY } from "./complete-entry.ts";
import { csvLines } from "./csv.ts";
import { load } from "./folders.ts";
import { htmlLines } from "./html.ts";
import { itemBatches } from "./item-batches.ts";
import { jsonLines } from "./json.ts";
import { copyEntries, textEntries } from "./pages.ts";
import { COPIED, fileEntries, findWithFile, UPLOADED } from "./zip.ts";

/** The formats with all texts of an item, a table and a bookmark file that browsers import: archives and backups have both. */
export const FULL_FORMATS = ["csv", "html"] as const;

export type FullFormat = (typeof FULL_FORMATS)[number];

/** The formats of an export as text. `txt` is a list of links. */
export type Format = FullFormat | "txt";

/** Which items are exported, and how. */
export interface ExportOptions {
  readonly format: Format;
  /** `score` without words to rank by is `-created`. */
  readonly order: SearchOrder;
  /** A query that `searches.parse` understands. Empty does not restrict the export. */
  readonly search: string;
  /** Only these items, which must be few. Unknown ones are skipped. Undefined does not restrict the export. */
  readonly ids?: readonly number[] | undefined;
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
  { format, order, search, ids }: ExportOptions,
): Promise<AsyncIterable<string>> {
  const parsed = searches.parse(search);
  const scope = await scopes.getShared(database, accountId, place);
  const choice = await choose(database, scope, { order, search: parsed, ids });
  if (format === "txt") return linkLines(database, scope, choice);
  const folders = await load(database, scope.accountId, topOf(scope, accountId, place));
  return format === "csv"
    ? csvLines(database, scope, choice, folders)
    : htmlLines(database, scope.accountId, place, choice, folders);
}

/**
 * Exports items like `start`, as a ZIP archive with what imports read (a text, the readable texts of pages and their
 * copies), the table, the bookmark file and, in `files/`, the uploaded files.
 * Throws `invalid` if there are too many files or copies, and otherwise like `start`.
 */
export async function startArchive(
  database: Database,
  clock: () => number,
  accountId: number,
  place: scopes.Place,
  options: Omit<ExportOptions, "format">,
): Promise<AsyncIterable<Buffer>> {
  const scope = await scopes.getShared(database, accountId, place);
  const { order, ids } = options;
  const search = searches.parse(options.search);
  const uploaded = await findWithFile(database, scope, UPLOADED, search, ids);
  const copied = await findWithFile(database, scope, COPIED, search, ids);
  const folders = await load(database, scope.accountId, topOf(scope, accountId, place));
  const choice = await choose(database, scope, { order, search, ids });
  const complete = jsonLines(database, scope, place, choice, folders);
  const tables: Entry[] = [];
  for (const format of FULL_FORMATS) {
    const content = await start(database, accountId, place, { ...options, format });
    tables.push({ path: `bookmarks.${format}`, changedAt: clock(), content, isText: true });
  }
  const { toZip } = await import("./archive.ts");
  // First what an import reads, so that it can while the archive arrives.
  return toZip(
    concat(
      [{ path: COMPLETE_ENTRY, changedAt: clock(), content: complete, isText: true }],
      textEntries(database, clock, scope, choice),
      copyEntries(database, scope, copied),
      tables,
      fileEntries(database, scope, folders, uploaded),
    ),
  );
}

async function* concat(...parts: readonly (Iterable<Entry> | AsyncIterable<Entry>)[]): AsyncIterable<Entry> {
  for (const part of parts) yield* part;
}

/** The outermost collection that a collaborator may see; undefined for the owner. */
function topOf(scope: scopes.Scope, accountId: number, { placeId }: scopes.Place): number | undefined {
  return scope.accountId === accountId ? undefined : placeId;
}

/** The links of the items, one a line. No link has white space. */
async function* linkLines(database: Database, scope: Scope, choice: Choice): AsyncIterable<string> {
  for await (const items of itemBatches(database, scope, choice)) for (const { link } of items) yield `${link}\n`;
}
