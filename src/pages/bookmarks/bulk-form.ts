import { html } from "ghtml";
import { Failure, type Problem } from "#contract/failure";
import { MAX_CHANGED } from "../../library/items/bulk.ts";
import { type PlaceId, TRASH, UNSORTED } from "../../library/placement.ts";
import { type Values, valuesIn } from "../design/form-state.ts";
import { idIn, tagsIn } from "../design/form-values.ts";
import type { View } from "../design/view.ts";
import { toOptions } from "./collection-options.ts";
import { placeIn } from "./place.ts";
import { type ListContent, PAGE_SIZE } from "./read-list.ts";

/** What can be done with several bookmarks at once. */
const ACTIONS = ["tag", "untag", "move", "important", "unimportant", "trash"] as const;

export type Action = (typeof ACTIONS)[number];

/** The value of the choice that restores each bookmark to the collection where it was. */
const ORIGIN = "origin";

/** Which bookmarks the form means: those with a mark, those that the page showed, or all that match. */
const SCOPES = ["selected", "page", "all"] as const;

/** The form of a list, as it was sent. */
export interface BulkForm {
  readonly action: Action;
  /** The ids of the bookmarks to change; undefined for all that match. */
  readonly ids: readonly number[] | undefined;
  /** The marked bookmarks, also if the form means others. */
  readonly marked: readonly number[];
  /** The collection to move to; `origin` for the one where a bookmark of the Trash was before; undefined for none. */
  readonly to: PlaceId | typeof ORIGIN | undefined;
  readonly tags: readonly string[];
  /** The version of the library that the confirmation was about; undefined before it. */
  readonly confirmedVersion: number | undefined;
  /** All text fields, to send them again. */
  readonly values: Values;
}

/** Reads the form of a list. Throws `unprocessable` if it does not say what to do, or with which bookmarks. */
export function bulkFormOf(body: unknown): BulkForm {
  const values = valuesIn(body);
  const { scope = "selected", shown = "", to = "", tags = "", version = "", restore } = values;
  const action = restore === undefined ? actionIn(values) : "move";
  if (action === undefined) {
    const message = "Choose what to do with the bookmarks. Nothing was changed.";
    throw incomplete({ message, reason: "no-action" });
  }
  const marked = restore === undefined ? markedIn(body) : idsIn([restore]);
  return {
    action,
    ids: toIds(restore === undefined ? scope : "selected", marked, idsIn(shown.split(","))),
    marked,
    to: restore === undefined && to !== ORIGIN ? placeIn(to, [UNSORTED]) : ORIGIN,
    tags: tagsIn(tags),
    confirmedVersion: /^\d{1,15}$/.test(version) ? Number(version) : undefined,
    values,
  };
}

/** The bookmarks with a mark. */
export function markedIn(body: unknown): readonly number[] {
  return idsIn(listOf(body, "ids"));
}

/** What to do. Enter presses the first button, which adds tags: with no tags but a typed collection it moves. */
function actionIn({ action, tags = "", to_name: name = "" }: Values): Action | undefined {
  if (action === "tag" && tagsIn(tags).length === 0 && name.trim() !== "") return "move";
  return ACTIONS.find((each) => each === action);
}

/** Throws `unprocessable` if the form means no bookmarks, or lacks what its action needs. */
export function assertComplete({ action, ids, to, tags }: BulkForm): void {
  if (ids?.length === 0)
    throw incomplete({ message: "No bookmarks are selected. Nothing was changed.", reason: "none-selected" });
  if (ids !== undefined && ids.length > PAGE_SIZE) {
    throw incomplete({ message: "A page shows at most 50 bookmarks. Nothing was changed.", reason: "page-exceeded" });
  }
  if (action === "move" && to === undefined)
    throw incomplete({ message: "Choose a collection. Nothing was changed.", reason: "no-collection" });
  const needsTags = action === "tag" || action === "untag";
  if (needsTags && tags.length === 0)
    throw incomplete({ message: "Write at least one tag. Nothing was changed.", reason: "no-tags" });
}

function toIds(scope: string, marked: readonly number[], shown: readonly number[]): readonly number[] | undefined {
  if (scope === "all") return undefined;
  return scope === "page" ? shown : marked;
}

/** The values of a field that may occur several times. */
function listOf(body: unknown, name: string): readonly string[] {
  const field: unknown =
    typeof body === "object" && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined;
  const list: readonly unknown[] = Array.isArray(field) ? field : [field];
  return list.filter((value) => typeof value === "string");
}

function idsIn(texts: readonly string[]): number[] {
  return [...new Set(texts.flatMap((text) => idIn(text) ?? []))];
}

function incomplete(problem: Problem): Failure {
  return new Failure("unprocessable", problem.message, problem);
}

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

/**
 * The choice of the collection to which the bookmarks of the list move. More bookmarks than can be changed one by one
 * are restored to one collection only.
 */
function targetSelect({ texts }: View, { place, targets, count }: ListContent, chosen = ""): string {
  const { bookmarks, edit } = texts;
  const unsorted = place.isOwn ? [[String(UNSORTED), bookmarks.unsorted] as const] : [];
  const hasOrigin = place.id === TRASH && count <= MAX_CHANGED;
  const first = hasOrigin ? ([ORIGIN, bookmarks.bulk.origin] as const) : (["", bookmarks.bulk.choose] as const);
  const options = [first, ...unsorted, ...toOptions(targets)];
  const { typed, isCut, collections } = targets;
  const name =
    typed === "" && !isCut
      ? ""
      : html`<input name="to_name" type="search" value="${typed}" aria-label="${edit.typedName}" placeholder="${edit.typedName}" title="${edit.typedHint(collections.length)}" dir="auto" autocomplete="off" maxlength="1000">`;
  return html`<select id="to" name="to">!${options.map(([value, text]) => html`<option value="${value}"!${value === chosen && chosen !== "" ? " selected" : ""}>${text}</option>`)}</select>!${name}`;
}
