import { Failure } from "#contract/failure";
import type { Found } from "../bookmark/bookmark.ts";
import { chrome, firefox } from "./browsers.ts";
import { JsonFolders } from "./folders.ts";
import type { Entry, JsonFormat } from "./format.ts";
import { type JsonNode, nodesIn } from "./nodes.ts";
import { own } from "./own.ts";
import { karakeep, linkwarden, named, pinboard } from "./services.ts";

/** The first that claims a node reads it. */
const FORMATS: readonly JsonFormat[] = [own, firefox, chrome, pinboard, karakeep, linkwarden, named];

/** Entries that are kept until their folders are known, for each bookmark that the file may have: some have no link. */
const MAX_KEPT = 2;

/**
 * Reads a JSON file of this server, Firefox, Chrome, Pinboard, Karakeep or Linkwarden, or one with a list of objects with a
 * link. Keeps what is in folders until the last one is named, mostly at the end of the file. Throws `invalid` if it is nested too
 * deep, or has too many folders or entries in them.
 */
export async function* readJson(text: AsyncIterable<string>, maxCount: number): AsyncIterable<Found> {
  const folders = new JsonFolders();
  let kept: Entry[] = [];
  for await (const node of nodesIn(text)) {
    const entry = node.kind === "unreadable" ? { found: node } : readerOf(node)?.read(node, folders);
    if (entry === undefined) continue;
    if (entry.isAfterFolders) {
      for (const before of kept) yield* placed(before, folders);
      kept = [];
      yield* placed(entry, folders);
    } else if (entry.folders === undefined && kept.length === 0) yield entry.found;
    else if (kept.push(entry) > MAX_KEPT * maxCount) throw tooManyEntries(maxCount);
  }
  for (const entry of kept) yield* placed(entry, folders);
}

function readerOf(node: JsonNode): JsonFormat | undefined {
  return FORMATS.find((format) => format.claims(node));
}

/** What is found with its folder, unless nothing in this is read. */
function* placed({ found, folders: keys = [], mark }: Entry, folders: JsonFolders): Iterable<Found> {
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
