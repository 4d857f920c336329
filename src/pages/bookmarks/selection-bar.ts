import { html } from "ghtml";
import { MAX_CHANGED } from "../../library/items/bulk.ts";
import { TRASH, UNSORTED } from "../../library/placement.ts";
import type { Values } from "../design/form-state.ts";
import { icon } from "../design/icons.ts";
import type { View } from "../design/view.ts";
import { type Action, ORIGIN, SCOPES } from "./bulk-form.ts";
import { toOptions } from "./collection-options.ts";
import type { ListContent } from "./read-list.ts";

/** Tags that the field for tags suggests. */
const MAX_TAGS = 30;

/**
 * The bar below a list: which of its bookmarks to change, and how. The style sheet fixes it to the bottom of the window
 * once a bookmark is marked. Until then it is a disclosure after the list, in which the whole list can be chosen; with
 * scripts, boxes and buttons choose that. `typed` is what its fields had before.
 */
export function selectionBar(view: View, content: ListContent, typed: Values | undefined): string {
  const { bulk } = view.texts.bookmarks;
  const { place, items } = content;
  const isTrash = place.id === TRASH;
  const shown = items.map(({ id }) => id).join(",");
  return html`<details class="selection" id="selection"!${typed === undefined ? "" : " open"}>
<summary><span class="selection-title">${bulk.title}</span> <span data-selected="${bulk.selected("#")}"></span></summary>
<input type="hidden" name="shown" value="${shown}">
<div class="selection-fields">
!${scopeRow(view, content)}
!${isTrash ? "" : tagRow(view, content, typed?.tags)}
<p class="selection-row"><label for="to">${isTrash ? bulk.restoreTo : bulk.moveTo}</label>!${targetPicker(view, content, typed?.to)}!${submit("move", isTrash ? bulk.restore : bulk.move)}</p>
<p class="selection-row">!${isTrash ? "" : html`!${submit("important", bulk.important)}!${submit("unimportant", bulk.unimportant)}`}!${submit("trash", isTrash ? bulk.deleteForGood : bulk.trash, "danger")}</p>
</div>
</details>
<p class="visually-hidden" id="selection-status" aria-live="polite"></p>`;
}

/** The box that marks all bookmarks of the page, for the line above a list. Only for scripts. */
export function selectPageBox({ texts }: View): string {
  const { selectPage } = texts.bookmarks.bulk;
  return html`<label class="select-page" title="${selectPage}" data-scripted><input type="checkbox" data-select-page><span class="visually-hidden">${selectPage}</span></label>`;
}

/** Which bookmarks are meant: a list without scripts, otherwise their number and a button for all. */
function scopeRow({ texts }: View, { place, items, count, query }: ListContent): string {
  const { bulk } = texts.bookmarks;
  const isLarge = count > MAX_CHANGED;
  // Lists move as a whole, however long they are. Everything else writes each bookmark.
  const isAllOffered = !isLarge || query.search === "";
  const scopes = SCOPES.filter((scope) => scope !== "all" || isAllOffered).map(
    (scope) => html`<option value="${scope}">${bulk.scopes[scope](scope === "all" ? count : items.length)}</option>`,
  );
  const all = html`<button type="button" class="secondary small" data-select-all="${bulk.selectedAll(count)}" data-scripted>${bulk.selectAll(count)}</button>`;
  const hint = isAllOffered ? bulk.largeList(place.id === TRASH) : bulk.largeSearch;
  return html`<p class="selection-row selection-scope"><label for="scope">${bulk.scope}</label><select id="scope" name="scope"!${isLarge ? ' aria-describedby="scope-hint"' : ""}>!${scopes}</select><strong data-selected="${bulk.selected("#")}" data-scripted></strong>!${isAllOffered && count > items.length ? all : ""}<button type="button" class="row-action" data-select-none data-scripted title="${bulk.selectNone}" aria-label="${bulk.selectNone}">!${icon("close")}</button></p>
!${isLarge ? html`<p class="hint" id="scope-hint">${hint}</p>` : ""}`;
}

/** The first text field and button of the form, so that Enter adds tags, which does nothing without any. */
function tagRow({ texts }: View, { filters }: ListContent, typed = ""): string {
  const { bulk } = texts.bookmarks;
  const names = (filters?.tags ?? []).slice(0, MAX_TAGS);
  return html`<p class="selection-row"><label for="tags">${bulk.tags}</label><input id="tags" name="tags" value="${typed}" placeholder="${bulk.tags}" list="tag-names" dir="auto" autocomplete="off" maxlength="2000">!${submit("tag", bulk.tag)}!${submit("untag", bulk.untag)}<datalist id="tag-names">!${names.map(({ name }) => html`<option value="${name}">`)}</datalist></p>`;
}

function submit(action: Action, text: string, kind = "secondary"): string {
  return html`<button class="${kind} small" name="action" value="${action}">${text}</button>`;
}

/**
 * The choice of the collection to which the bookmarks of the list move. More bookmarks than can be changed one by one
 * are restored to one collection only. Of the list, assets/collection-picker.js makes a field that searches all.
 */
function targetPicker({ texts }: View, { place, targets, count }: ListContent, chosen = ""): string {
  const { bookmarks, edit } = texts;
  const unsorted = place.isOwn ? [[String(UNSORTED), bookmarks.unsorted] as const] : [];
  const hasOrigin = place.id === TRASH && count <= MAX_CHANGED;
  const first = hasOrigin ? ([ORIGIN, bookmarks.bulk.origin] as const) : (["", bookmarks.bulk.choose] as const);
  const options = [first, ...unsorted, ...toOptions(targets)];
  const { typed, isCut, collections } = targets;
  // Without scripts, the list is enough where it has all.
  const isOptional = typed === "" && !isCut;
  return html`<span class="picker" data-none="${bookmarks.bulk.noTarget}"><select id="to" name="to">!${options.map(([value, text]) => html`<option value="${value}"!${value === chosen && chosen !== "" ? " selected" : ""}>${text}</option>`)}</select><input id="to-name" name="to_name" value="${typed}" aria-label="${edit.typedName}" placeholder="${edit.typedName}"!${isOptional ? "" : html` title="${edit.typedHint(collections.length)}"`} dir="auto" autocomplete="off" maxlength="1000"!${isOptional ? " data-scripted" : ""}></span>`;
}
