import { Failure } from "#contract/failure";
import type { Found } from "../bookmark/bookmark.ts";
import { chrome, firefox } from "./browsers.ts";
import { JsonFolders } from "./folders.ts";
import type { JsonEntry, JsonFormat } from "./format.ts";
import { type JsonNode, nodesIn } from "./nodes.ts";
import { own } from "./own.ts";
import { karakeep, linkwarden, named, pinboard } from "./services.ts";

/** The first format that claims a node reads it. */
const FORMATS: readonly JsonFormat[] = [own, firefox, chrome, pinboard, karakeep, linkwarden, named];

/** Entries in memory until their folders are known, per bookmark that the file may have: some entries have no link. */
const KEPT_PER_BOOKMARK = 2;

/**
 * Reads a JSON file of this server, Firefox, Chrome, Pinboard, Karakeep or Linkwarden, or one with a list of objects with a
 * link. Keeps what is in folders until the last one is named, mostly at the end of the file. Throws `invalid` if it is nested too
 * deep, or has too many folders or entries in them.
 */
export async function* readJson(text: AsyncIterable<string>, maxCount: number): AsyncIterable<Found> {
  const folders = new JsonFolders();
  let kept: JsonEntry[] = [];
  for await (const node of nodesIn(text)) {
    const entry = node.kind === "unreadable" ? { found: node } : readerOf(node)?.read(node, folders);
    if (entry === undefined) continue;
    if (entry.isAfterFolders) {
      for (const before of kept) yield* placed(before, folders);
      kept = [];
      yield* placed(entry, folders);
    } else if (entry.folders === undefined && kept.length === 0) yield entry.found;
    else if (kept.push(entry) > KEPT_PER_BOOKMARK * maxCount) throw tooManyEntries(maxCount);
  }
  for (const entry of kept) yield* placed(entry, folders);
}

function readerOf(node: JsonNode): JsonFormat | undefined {
  return FORMATS.find((format) => format.claims(node));
}

/** A bookmark or folder with the path of its folder; nothing if that folder is ignored. */
function* placed({ found, folders: keys = [], mark }: JsonEntry, folders: JsonFolders): Iterable<Found> {
  const path = folders.pathOf(keys.find((key) => folders.has(key)));
  if (path === undefined) return;
  if (found.kind === "bookmark")
    yield { ...found, path: found.path ?? path, ...(folders.has(mark) && { important: true }) };
  else yield found.kind === "folder" ? { ...found, path } : found;
}

function tooManyEntries(maxCount: number): Failure {
  const message = `The file has more than ${maxCount.toLocaleString("en")} bookmarks.`;
  return new Failure("invalid", message, { reason: "file-too-many-bookmarks", values: { limit: maxCount } });
}
