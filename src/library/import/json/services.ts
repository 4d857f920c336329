import type { FoundBookmark } from "../bookmark/bookmark.ts";
import { isTrue, pathIn, tagsIn } from "../bookmark/cells.ts";
import { type Field, placesOf } from "../tables/layout.ts";
import { fieldOf, shown, textOf, textsOf } from "./fields.ts";
import type { JsonEntry, JsonFormat } from "./format.ts";
import type { JsonNode } from "./nodes.ts";

/** Pinboard's export, which names fields as the API of del.icio.us did: the title is the `description`. */
export const pinboard: JsonFormat = {
  claims: ({ fields }) => typeof fields.href === "string" && "description" in fields,
  read(node) {
    const { fields } = node;
    const tags = textOf(fields.tags)?.split(" ") ?? [];
    return bookmarkOf(node, {
      link: textOf(fields.href),
      title: textOf(fields.description),
      excerpt: textOf(fields.extended),
      tags: isTrue(textOf(fields.toread)) ? [...tags, "toread"] : tags,
      created: textOf(fields.time),
    });
  },
};

/**
 * Karakeep's export (`packages/shared/import-export`): bookmarks with the ids of their lists, which follow. A bookmark
 * goes to the first of its lists. Times are seconds. Notes and files have no link.
 */
export const karakeep: JsonFormat = {
  claims: ({ list, fields }) => list === "lists" || (list === "bookmarks" && "content" in fields),
  read(node, folders) {
    const { list, fields } = node;
    if (list === "bookmarks") {
      const bookmark = bookmarkOf(node, {
        link: textOf(fieldOf(fields.content, "url")),
        title: textOf(fields.title),
        note: textOf(fields.note),
        tags: textsOf(fields.tags),
        created: textOf(fields.createdAt),
      });
      return { ...bookmark, folders: textsOf(fields.lists) };
    }
    const id = textOf(fields.id);
    // Lists of the type `smart` are searches.
    if (id === undefined || fields.type === "smart") return undefined;
    folders.add(id, { title: textOf(fields.name) ?? "", parent: textOf(fields.parentId) });
    return { found: { kind: "folder", path: [] }, folders: [id] };
  },
};

/** Linkwarden's backup (`lib/api/controllers/migration/exportData.ts`): collections with their links. */
export const linkwarden: JsonFormat = {
  claims: ({ list, parent }) =>
    list === "collections" || list === "pinnedLinks" || (list === "links" && parent?.list === "collections"),
  read(node, folders) {
    const { fields, list, index, parent } = node;
    const id = textOf(fields.id) ?? "";
    if (list === "pinnedLinks") folders.add(pinKeyOf(id), { title: undefined, parent: undefined });
    if (list === "collections") {
      const parentId = textOf(fields.parentId);
      const title = textOf(fields.name) ?? textOf(fields.title) ?? "";
      const folder = { title, parent: parentId === undefined ? undefined : collectionKeyOf(parentId) };
      folders.add(index, folder);
      folders.add(collectionKeyOf(id), folder);
      return node.hasNodes ? undefined : { found: { kind: "folder", path: [] }, folders: [index] };
    }
    if (list !== "links") return undefined;
    const bookmark = bookmarkOf(node, {
      link: textOf(fields.url),
      title: textOf(fields.name),
      excerpt: textOf(fields.description),
      tags: textsOf(fields.tags),
      created: textOf(fields.importDate) ?? textOf(fields.createdAt),
      updated: textOf(fields.updatedAt),
    });
    return { ...bookmark, folders: parent === undefined ? [] : [parent.index], mark: pinKeyOf(id) };
  },
};

function collectionKeyOf(id: string): string {
  return `collection ${id}`;
}

function pinKeyOf(id: string): string {
  return `pin ${id}`;
}

/**
 * Lists of objects with the names that columns of tables have, such as the exports of Omnivore and wallabag, and what
 * the API of Raindrop.io returns.
 */
export const named: JsonFormat = {
  claims: ({ list }) => list !== undefined,
  read(node) {
    const names = Object.keys(node.fields);
    const places = placesOf(names);
    const valueIn = (field: Field) => node.fields[names[places.get(field) ?? -1] ?? ""];
    const tags = valueIn("tags");
    const folder = valueIn("path");
    return bookmarkOf(node, {
      link: textOf(valueIn("link")),
      title: textOf(valueIn("title")),
      note: textOf(valueIn("note")),
      excerpt: textOf(valueIn("excerpt")),
      tags: typeof tags === "string" ? tagsIn(tags) : textsOf(tags),
      path: pathIn(textOf(folder) ?? textOf(fieldOf(folder, "title")) ?? textOf(fieldOf(folder, "name")) ?? "", false),
      created: textOf(valueIn("created")),
      cover: textOf(valueIn("cover")),
      important: isTrue(String(valueIn("important"))),
    });
  },
};

/** The bookmark of a node, or the node if it has no link. */
function bookmarkOf(
  node: JsonNode,
  { link, ...found }: Omit<FoundBookmark, "kind" | "link"> & { readonly link: string | undefined },
): JsonEntry {
  return {
    found: link === undefined ? { kind: "unreadable", text: shown(node) } : { kind: "bookmark", link, ...found },
  };
}
