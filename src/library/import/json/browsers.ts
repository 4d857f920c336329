import type { FoundBookmark } from "../bookmark/bookmark.ts";
import { fieldOf, listOf, shown, textOf } from "./fields.ts";
import type { Folder, JsonFolders } from "./folders.ts";
import type { JsonEntry, JsonFormat } from "./format.ts";
import type { JsonNode } from "./nodes.ts";

/** The titles that Firefox gives its own folders in a bookmark file, by their `root` in a backup. */
const FIREFOX_ROOTS: Readonly<Record<string, string | undefined>> = {
  placesRoot: undefined,
  bookmarksMenuFolder: undefined,
  toolbarFolder: "Bookmarks Toolbar",
  unfiledBookmarksFolder: "Other Bookmarks",
  mobileFolder: "Mobile Bookmarks",
};

/** The folder in which old backups list the bookmarks of each tag again. */
const TAGS_ROOT = "tagsFolder";

/** The annotation that is the description of a bookmark. */
const DESCRIPTION = "bookmarkProperties/description";

/**
 * Firefox's backup, as `toolkit/components/places/PlacesBackups` writes it: a tree of containers, bookmarks, separators
 * and `place:` queries. Times are microseconds since 1970.
 */
export const firefox: JsonFormat = {
  claims: ({ fields }) =>
    typeof fields.typeCode === "number" || textOf(fields.type)?.startsWith("text/x-moz-place") === true,
  read(node, folders) {
    const { fields } = node;
    if (isFirefoxFolder(node)) {
      const root = textOf(fields.root);
      const title = root !== undefined && root in FIREFOX_ROOTS ? FIREFOX_ROOTS[root] : (textOf(fields.title) ?? "");
      return addFolder(node, folders, { title, isIgnored: root === TAGS_ROOT });
    }
    const link = textOf(fields.uri) ?? textOf(fields.url);
    if (link === undefined)
      return isFirefoxBookmark(node) ? { found: { kind: "unreadable", text: shown(node) } } : undefined;
    const description = listOf(fields.annos).find((anno) => fieldOf(anno, "name") === DESCRIPTION);
    return entryOf(node, {
      link,
      title: textOf(fields.title),
      excerpt: textOf(fieldOf(description, "value")),
      tags: textOf(fields.tags)?.split(","),
      created: textOf(fields.dateAdded),
      updated: textOf(fields.lastModified),
    });
  },
};

function isFirefoxFolder({ fields }: JsonNode): boolean {
  return fields.typeCode === 2 || fields.type === "text/x-moz-place-container";
}

/** Whether a node is meant to have a link, unlike a separator. */
function isFirefoxBookmark({ fields }: JsonNode): boolean {
  return fields.typeCode === 1 || fields.type === "text/x-moz-place";
}

/** Milliseconds from 1601 to 1970. */
const WEBKIT_EPOCH = 11_644_473_600_000;

/**
 * The file `Bookmarks` of Chrome and browsers made of it, as `components/bookmarks/browser/bookmark_codec.cc` writes it.
 * Times are microseconds since 1601.
 */
export const chrome: JsonFormat = {
  claims: ({ list, fields }) =>
    (list === "roots" || list === "children") && (fields.type === "url" || fields.type === "folder"),
  read(node, folders) {
    const { fields } = node;
    const title = textOf(fields.name) ?? "";
    if (fields.type === "folder") return addFolder(node, folders, { title });
    return entryOf(node, { link: textOf(fields.url) ?? "", title, created: timeSince1601(textOf(fields.date_added)) });
  },
};

/**
 * A time as the readers of all formats know it. 0 is how Chrome writes that there is none; what else is none stays as it is
 * written, so that it is counted.
 */
function timeSince1601(text: string | undefined): FoundBookmark["created"] {
  if (text === "0") return undefined;
  const time = Math.floor(Number(text) / 1000) - WEBKIT_EPOCH;
  return time > 0 && time < 8.64e15 ? new Date(time).toISOString() : text;
}

/** Adds a folder, and returns it if there is nothing in it: bookmarks name the others. */
function addFolder(node: JsonNode, folders: JsonFolders, folder: Omit<Folder, "parent">): JsonEntry | undefined {
  const { index, parent, hasNodes } = node;
  folders.add(index, { ...folder, parent: parent?.index });
  return hasNodes ? undefined : { found: { kind: "folder", path: [] }, folders: [index] };
}

function entryOf({ parent }: JsonNode, bookmark: Omit<FoundBookmark, "kind">): JsonEntry {
  return { found: { kind: "bookmark", ...bookmark }, folders: parent === undefined ? [] : [parent.index] };
}
