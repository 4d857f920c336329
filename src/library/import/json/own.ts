import { ITEM_TYPES } from "../../../database/schema/items.ts";
import { pictureIn } from "../../collections/covers.ts";
import type { Medium } from "../../item-content.ts";
import { TRASH, UNSORTED } from "../../placement.ts";
import type { FoundDetails, FoundHighlight } from "../bookmark/bookmark.ts";
import { isTrue } from "../bookmark/cells.ts";
import { fieldOf, listOf, shown, textOf, textsOf } from "./fields.ts";
import type { JsonFormat } from "./format.ts";
import type { Json, JsonNode } from "./nodes.ts";

/** The folders of items without a collection, as the other formats of exports call them. */
const PATHS: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  [UNSORTED, ["Unsorted"]],
  [TRASH, ["Trash"]],
]);

const VIEWS = ["list", "simple", "grid", "masonry"] as const;

/**
 * What this server writes about an account: the copy of everything that is stored about it, and `bookmarks.json` in
 * archives. Names fields as the columns of the database; collections come before items.
 */
export const own: JsonFormat = {
  claims: ({ list, parent, fields }) =>
    parent?.list === undefined &&
    ((list === "collections" && "parent_id" in fields) || (list === "items" && "collection_id" in fields)),
  read(node, folders) {
    const { list, fields } = node;
    if (list === "collections") {
      const key = keyOf(fields.id);
      const parent = textOf(fields.parent_id);
      folders.add(key, { title: textOf(fields.title), parent: parent && keyOf(parent) });
      return { found: { kind: "folder", path: [], details: detailsIn(node) }, folders: [key] };
    }
    const link = textOf(fields.link);
    if (link === undefined) return { found: { kind: "unreadable", text: shown(node) } };
    const path = PATHS.get(fields.collection_id);
    const found = {
      kind: "bookmark",
      link,
      title: textOf(fields.title),
      excerpt: textOf(fields.excerpt),
      note: textOf(fields.note),
      cover: textOf(fields.cover),
      tags: textsOf(fields.tags),
      important: isTrue(textOf(fields.important)),
      ...(path && { path }),
      created: timeIn(fields.created_at),
      updated: timeIn(fields.updated_at),
      highlights: listOf(fields.highlights).map(toHighlight),
      type: ITEM_TYPES.find((type) => type === fields.type),
      media: listOf(fields.media).map(toMedium),
      broken: isTrue(textOf(fields.broken)),
      reminder: timeIn(fields.reminder_at),
      id: Number.isSafeInteger(fields.id) ? Number(fields.id) : undefined,
      copied: timeIn(fields.copy_created_at),
    } as const;
    return { found, folders: [keyOf(fields.collection_id)], isAfterFolders: true };
  },
};

function keyOf(id: Json | undefined): string {
  return `own ${textOf(id) ?? ""}`;
}

function detailsIn({ fields }: JsonNode): FoundDetails {
  return {
    description: textOf(fields.description) ?? "",
    view: VIEWS.find((view) => view === fields.view) ?? "list",
    expanded: fields.expanded === undefined || isTrue(textOf(fields.expanded)),
    cover: addressesIn(textOf(fields.cover)),
    keepCopies: isTrue(textOf(fields.keep_copies)),
    created: timeIn(fields.created_at),
    updated: timeIn(fields.updated_at),
  };
}

/** The addresses of a cover, which the database has as a JSON text, without uploaded pictures. */
function addressesIn(cover = "[]"): string[] {
  try {
    const entries: unknown = JSON.parse(cover);
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry === "string" && !pictureIn(entry)) : [];
  } catch {
    return [];
  }
}

function toHighlight(highlight: Json): FoundHighlight {
  const position = fieldOf(highlight, "position");
  return {
    text: textOf(fieldOf(highlight, "text")) ?? "",
    note: textOf(fieldOf(highlight, "note")),
    color: textOf(fieldOf(highlight, "color")),
    created: timeIn(fieldOf(highlight, "created")),
    updated: timeIn(fieldOf(highlight, "updated")),
    position: typeof position === "number" ? position : undefined,
  };
}

function toMedium(medium: Json): Medium {
  return { link: textOf(fieldOf(medium, "link")) ?? "", type: textOf(fieldOf(medium, "type")) };
}

/** A time in milliseconds, or as text. */
function timeIn(value: Json | undefined): string | undefined {
  const isTime = typeof value === "number" && Math.abs(value) <= MAX_TIME;
  return isTime ? new Date(value).toISOString() : textOf(value);
}

/** The last time that a `Date` can have. */
const MAX_TIME = 8.64e15;
