import { html } from "ghtml";
import type { Item } from "../../library/items/item.ts";
import { placeIdOf, TRASH } from "../../library/placement.ts";
import { type IconName, icon } from "../design/icons.ts";
import { ITEMS } from "../design/paths.ts";
import type { Texts } from "../texts/en.ts";
import { cut, isWebAddress } from "./item-parts.ts";

/** The icons of the buttons. */
export const ROW_ICONS = [
  "star",
  "tag",
  "copy",
  "done",
  "edit",
  "trash",
  "up",
  "down",
] as const satisfies readonly IconName[];

/**
 * The buttons of an item, which belong to the form of its list: marking it as important, its tags, its address, editing
 * and the Trash. Without scripts, that of the tags leads to the page of the item, and there is none that copies.
 */
export function rowActions({ bookmarks }: Texts, item: Item): string {
  const { row } = bookmarks;
  const { id, title, important, link } = item;
  const isImportant = important === 1;
  const page = `${ITEMS}/${id}`;
  const star = html`<button!${labelled(row.important, title)} class="row-action star" name="row" value="${isImportant ? "unimportant" : "important"}:${id}" aria-pressed="${isImportant}">!${icon("star")}</button>`;
  const edit = html`<a!${labelled(row.edit, title)} class="row-action" href="${page}" data-edit>!${icon("edit")}</a>`;
  const copy = isWebAddress(link) ? copyButton(row, item) : "";
  if (placeIdOf(item) === TRASH) return copy + edit;
  return [
    star,
    html`<a!${labelled(row.tags, title)} class="row-action" href="${page}#tags" data-tag>!${icon("tag")}</a>`,
    copy,
    edit,
    html`<button!${labelled(row.trash, title)} class="row-action" name="row" value="trash:${id}">!${icon("trash")}</button>`,
  ].join("");
}

function copyButton({ copy, copied }: Texts["bookmarks"]["row"], { title }: Item): string {
  return html`<button!${labelled(copy, title)} class="row-action" type="button" data-copy-address data-copied="${copied}">!${icon("copy")}</button>`;
}

/** The attributes of a button without a text: what it does, for the pointer, and with which item, for screen readers. */
export function labelled(action: string, title: string): string {
  return html` title="${action}" aria-label="${action}: ${cut(title, 80)}"`;
}
