import { html } from "ghtml";
import { TRASH, UNSORTED } from "../../library/placement.ts";
import { NEW_ITEM, NEW_LINKS, UPLOAD } from "../design/paths.ts";
import type { View } from "../design/view.ts";
import { addressOf } from "./list-query.ts";
import { isWritable } from "./place.ts";
import type { ListContent } from "./read-list.ts";

/**
 * The hidden form that a script sends when links or files are dropped on a list; empty for lists to which nothing can be
 * added. Files go only into collections of one's own.
 */
export function dropForm({ texts }: View, { place, query }: ListContent, csrf: string): string {
  if (!isWritable(place) || place.id === TRASH) return "";
  const { uploading, uploaded } = texts.edit.adding;
  const collection = place.collection === undefined ? UNSORTED : place.id;
  const upload = place.isOwn ? html` data-upload="${UPLOAD}" data-progress="${uploading}" data-done="${uploaded}"` : "";
  return html`<form id="drop" method="post" action="${NEW_LINKS}" data-add="${NEW_ITEM}"!${upload} hidden>
!${csrf}
<input type="hidden" name="collection" value="${collection}">
<input type="hidden" name="back" value="${addressOf(place.id, query)}">
<input type="hidden" name="links">
</form>`;
}
