import type { components } from "../../../generated/collections.ts";
import type { Highlight, HighlightChange } from "../../library/items/highlight.ts";
import type { ListedHighlight } from "../../library/items/highlights.ts";
import type { Item } from "../../library/items/item.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

/** The creator of an item and its highlights: the collaborator who added the item, or the owner. */
export function toCreator({ account_id, owner_name, creator_id, creator_name }: Item): Schemas["ItemCreator"] {
  const [id, name] =
    creator_id !== null && creator_name !== null ? [creator_id, creator_name] : [account_id, owner_name];
  return { _id: id, name, fullName: name, avatar: "", email: "" };
}

/** Maps the highlights of an item to the contract's schema. */
export function toHighlights(item: Item): Schemas["Highlight"][] {
  const highlights: Highlight[] = JSON.parse(item.highlights);
  return highlights.map(({ id, text, note, color, position, created, updated }) => ({
    _id: id,
    text,
    note,
    color,
    ...(position !== undefined && { position }),
    created: toTimestamp(created),
    lastUpdate: toTimestamp(updated),
    creatorRef: toCreator(item),
  }));
}

export function toHighlightChange({ _id, ...fields }: Schemas["HighlightChanges"][number]): HighlightChange {
  return { ...fields, id: _id };
}

/** Maps a page of highlights to the contract's schema. */
export function toHighlightPage(found: readonly ListedHighlight[]): Schemas["HighlightPage"] {
  const items = found.map(({ highlight: { id, text, note, color, created }, item }) => ({
    _id: id,
    text,
    note,
    color,
    created: toTimestamp(created),
    tags: JSON.parse(item.tags),
    title: item.title,
    link: item.link,
    raindropRef: item.id,
  }));
  return { result: true, items };
}
