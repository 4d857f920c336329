import { Failure } from "#contract/failure";
import type { Database } from "../../database/database.ts";
import * as storage from "../files/storage.ts";
import { readItems } from "../items/listing.ts";
import type { Scope } from "../items/scope.ts";
import { placeIdOf } from "../placement.ts";
import type { Search } from "../search/search.ts";
import type { Entry } from "./archive.ts";
import { ArchivePaths } from "./archive-paths.ts";
import { matchesOf } from "./choice.ts";
import type { Folders } from "./folders.ts";

/** Maximum files of an archive, whose names are kept in memory until it is complete. */
const MAX_FILES = 10_000;

/** Items that one statement reads. */
const ITEMS_PER_STATEMENT = 20;

/**
 * Finds the items of a scope that have an uploaded file, among those that a search finds and these. Throws `invalid` if
 * there are too many for an archive.
 */
export async function findUploaded(
  database: Database,
  scope: Scope,
  search: Search | undefined,
  among?: readonly number[],
): Promise<readonly number[]> {
  const of = [{ kind: "uploaded" } as const, ...(search === undefined ? [] : [search.condition])];
  const uploaded: Search = { condition: { kind: "all", of }, words: [] };
  const ids = await matchesOf(database, scope, uploaded, among, MAX_FILES);
  if (ids.length > MAX_FILES) {
    const message = "An archive can have at most 10,000 files. Export fewer items at a time.";
    throw new Failure("invalid", message, {
      reason: "archive-too-large",
      details: [{ path: "/search", message: "must find fewer files", reason: "finds-too-many-files" }],
    });
  }
  return ids;
}

/** The files of items, in folders like their collections. Leaves out items that left the scope since. */
export async function* fileEntries(
  database: Database,
  scope: Scope,
  folders: Folders,
  ids: readonly number[],
): AsyncIterable<Entry> {
  const paths = new ArchivePaths();
  for (let first = 0; first < ids.length; first += ITEMS_PER_STATEMENT) {
    const items = await readItems(database, scope, ids.slice(first, first + ITEMS_PER_STATEMENT));
    const titles = await folders.pathsOf(database, items.map(placeIdOf));
    for (const item of items) {
      const { file_id: id, file_name: name, file_size: size, created_at: changedAt } = item;
      if (id === null || name === null || size === null) continue;
      const path = `files/${paths.add(titles.get(placeIdOf(item)) ?? [], name)}`;
      yield { path, changedAt, content: storage.read(database, id, size), isText: false };
    }
  }
}
