import { Failure } from "#contract/failure";
import type { Database } from "../../database/database.ts";
import * as storage from "../files/storage.ts";
import { readItems } from "../items/listing.ts";
import type { Scope } from "../items/scope.ts";
import { placeIdOf } from "../placement.ts";
import type { Condition } from "../search/condition.ts";
import type { Search } from "../search/search.ts";
import type { Entry } from "./archive.ts";
import { matchesOf } from "./choice.ts";
import type { Folders } from "./folders.ts";

/** Maximum files of an archive, whose names are kept in memory until it is complete. */
const MAX_FILES = 10_000;

/** Items that one statement reads. */
export const ITEMS_PER_STATEMENT = 20;

/** What an archive has a file of: an uploaded one, or the copy of a page. */
export const UPLOADED: Condition = { kind: "uploaded" };
export const COPIED: Condition = { kind: "copy", status: "ready" };

/**
 * Finds the items of a scope that have a file, among those that a search finds and these. Throws `invalid` if there are
 * too many for an archive.
 */
export async function findWithFile(
  database: Database,
  scope: Scope,
  hasFile: Condition,
  search: Search | undefined,
  among?: readonly number[],
): Promise<readonly number[]> {
  const of = [hasFile, ...(search === undefined ? [] : [search.condition])];
  const found: Search = { condition: { kind: "all", of }, words: [] };
  const ids = await matchesOf(database, scope, found, among, MAX_FILES);
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

/** Maximum characters of a folder or file name: names of file systems have at most 255 bytes. */
const MAX_NAME_LENGTH = 60;

/** Characters that separate folders or that a file system rejects, and those that are invisible. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** Names of devices on Windows, where no file can have them. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Paths of files in an archive: no two are equal, none leads out of its folder, and none has a name that Windows rejects. */
export class ArchivePaths {
  /** The number of files with each path, without regard to case: some file systems do not tell it. */
  readonly #taken = new Map<string, number>();

  /** The path of a file in folders with these titles. A path that is taken gets a number, as in `a (2).pdf`. */
  add(titles: readonly string[], name: string): string {
    const folder = titles.map((title) => `${toName(title)}/`).join("");
    const { stem, extension } = split(name);
    const wanted = `${folder}${stem}${extension}`;
    for (let number = this.#countOf(wanted) + 1; ; number++) {
      const path = number === 1 ? wanted : `${folder}${stem} (${number})${extension}`;
      if (this.#countOf(path) > 0) continue;
      this.#taken.set(keyOf(wanted), number);
      if (path !== wanted) this.#taken.set(keyOf(path), 1);
      return path;
    }
  }

  #countOf(path: string): number {
    return this.#taken.get(keyOf(path)) ?? 0;
  }
}

function keyOf(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function split(name: string): { readonly stem: string; readonly extension: string } {
  const [, stem = name, extension = ""] = /^(.+)(\.[a-z0-9]{1,8})$/i.exec(name) ?? [];
  return { stem: toName(stem), extension };
}

/** A name that is not empty and does not end in a dot or a space, which Windows would drop. */
function toName(text: string): string {
  const name = [...text.replace(FORBIDDEN, "_")].slice(0, MAX_NAME_LENGTH).join("");
  const trimmed = name.replace(/^ +|[ .]+$/g, "");
  return trimmed === "" || RESERVED.test(trimmed) ? `_${trimmed}` : trimmed;
}
