import { html } from "ghtml";
import { pathOfPicture, pictureAt } from "../../../library/covers/picture-address.ts";
import type { Item } from "../../../library/items/item.ts";
import { INLINE } from "../../../page-reading/inline.ts";
import { actions, buttonLink } from "../../design/button.ts";
import { ITEMS, pathOfItemCopy, pathOfItemFile } from "../../design/paths.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import { mebibytes } from "./copy-card.ts";

/** Characters of the text of a page that the preview has. */
const MAX_TEXT = 300;

interface Preview {
  readonly item: Item;
  readonly baseUrl: string;
  /** The beginning of the readable text of the page, as HTML; undefined if it has none. */
  readonly beginning: string | undefined;
}

/** What a bookmark leads to: its picture, the beginning of the text, its file, and the ways to read it. */
export function preview({ texts: { edit, reader }, language }: View, { item, baseUrl, beginning }: Preview): string {
  const pictureId = pictureAt(item.cover, baseUrl);
  const hasCopy = item.file_id === null && item.copy_status === "ready";
  const links = [
    ...(beginning === undefined ? [] : [buttonLink(`${ITEMS}/${item.id}/reader`, reader.read, "secondary")]),
    ...(hasCopy ? [buttonLink(pathOfItemCopy(item.id), edit.openCopy, "secondary")] : []),
  ];
  const parts = [
    ...(pictureId === undefined ? [] : [html`<img class="preview-picture" src="${pathOfPicture(pictureId)}" alt="">`]),
    ...(beginning === undefined ? [] : [html`<p class="preview-text" dir="auto">!${textOf(beginning)} …</p>`]),
    ...(item.file_name === null
      ? []
      : [
          html`<p>${edit.file} <a href="${pathOfItemFile(item.id)}" download>!${userText(item.file_name)}</a>, ${mebibytes(item.file_size ?? 0, language)} MiB</p>`,
        ]),
    ...(links.length === 0 ? [] : [actions(...links)]),
  ];
  return html`<div class="preview" id="item-preview">!${parts}</div>`;
}

/** The first words of sanitized HTML: its text without elements, still as HTML. */
function textOf(beginning: string): string {
  const text = beginning
    .replaceAll(/<\/?([a-z0-9]*)[^>]*(?:>|$)/g, (_tag, name: string) => (INLINE.has(name) ? "" : " "))
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text.length <= MAX_TEXT) return text.replace(/&[^;]*$/, "");
  return text
    .slice(0, text.lastIndexOf(" ", MAX_TEXT))
    .replace(/&[^;\s]*$/, "")
    .toWellFormed();
}
