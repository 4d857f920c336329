import { html } from "ghtml";
import { MAX_CHANGED } from "../../library/items/bulk.ts";
import { TRASH, UNSORTED } from "../../library/placement.ts";
import type { Values } from "../design/form-state.ts";
import type { View } from "../design/view.ts";
import { type Action, SCOPES } from "./bulk-form.ts";
import { toOptions } from "./collection-options.ts";
import type { ListContent } from "./read-list.ts";

/** Tags that the field for tags suggests. */
const MAX_TAGS = 30;

/** The fields of the form of a list: which bookmarks, and what to do with them. They show what was typed before. */
export function bulkBar(view: View, content: ListContent, typed: Values | undefined): string {
  const { bulk } = view.texts.bookmarks;
  const { place, items, count, query } = content;
  const isTrash = place.id === TRASH;
  const shown = items.map(({ id }) => id).join(",");
  const isLarge = count > MAX_CHANGED;
  // Lists move as a whole, however long they are. Everything else writes each bookmark.
  const isAllOffered = !isLarge || query.search === "";
  const scopes = SCOPES.filter((scope) => scope !== "all" || isAllOffered).map(
    (scope) => html`<option value="${scope}">${bulk.scopes[scope](scope === "all" ? count : items.length)}</option>`,
  );
  return html`<details class="bulk" data-bulk!${typed === undefined ? "" : " open"}>
<summary>${bulk.title} <span data-selected="${bulk.selected("#")}"></span></summary>
<input type="hidden" name="shown" value="${shown}">
<div class="bulk-fields">
<p class="bulk-row"><label for="scope">${bulk.scope}</label><select id="scope" name="scope"!${isLarge ? ' aria-describedby="scope-hint"' : ""}>!${scopes}</select></p>
!${isLarge ? html`<p class="hint" id="scope-hint">${isAllOffered ? bulk.largeList(isTrash) : bulk.largeSearch}</p>` : ""}
!${isTrash ? "" : tagRow(view, content, typed?.tags)}
<p class="bulk-row"><label for="to">${isTrash ? bulk.restoreTo : bulk.moveTo}</label>!${targetSelect(view, content, typed?.to)}!${submit("move", isTrash ? bulk.restore : bulk.move)}</p>
<p class="bulk-row">!${isTrash ? "" : html`!${submit("important", bulk.important)}!${submit("unimportant", bulk.unimportant)}`}!${submit("trash", isTrash ? bulk.deleteForGood : bulk.trash, "danger")}</p>
</div>
</details>`;
}

/** The first text field and button of the form, so that Enter adds tags, which does nothing without any. */
function tagRow({ texts }: View, { filters }: ListContent, typed = ""): string {
  const { bulk } = texts.bookmarks;
  const names = (filters?.tags ?? []).slice(0, MAX_TAGS);
  return html`<p class="bulk-row"><label for="tags">${bulk.tags}</label><input id="tags" name="tags" value="${typed}" list="tag-names" dir="auto" autocomplete="off" maxlength="2000">!${submit("tag", bulk.tag)}!${submit("untag", bulk.untag)}<datalist id="tag-names">!${names.map(({ name }) => html`<option value="${name}">`)}</datalist></p>`;
}

function submit(action: Action, text: string, kind = "secondary"): string {
  return html`<button class="${kind} small" name="action" value="${action}">${text}</button>`;
}

/** The choice of the collection to which the bookmarks of the list move. */
function targetSelect({ texts }: View, { place, targets }: ListContent, chosen = ""): string {
  const { bookmarks, edit } = texts;
  const unsorted = place.isOwn ? [[String(UNSORTED), bookmarks.unsorted] as const] : [];
  const options = [["", bookmarks.bulk.choose] as const, ...unsorted, ...toOptions(targets)];
  const { typed, isCut, collections } = targets;
  const name =
    typed === "" && !isCut
      ? ""
      : html`<input name="to_name" type="search" value="${typed}" aria-label="${edit.typedName}" placeholder="${edit.typedName}" title="${edit.typedHint(collections.length)}" dir="auto" autocomplete="off" maxlength="1000">`;
  return html`<select id="to" name="to">!${options.map(([value, text]) => html`<option value="${value}"!${value === chosen && chosen !== "" ? " selected" : ""}>${text}</option>`)}</select>!${name}`;
}
