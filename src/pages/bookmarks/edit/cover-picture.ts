import { html } from "ghtml";
import { pathOfPicture, pictureAt } from "../../../library/covers/picture-address.ts";

/** A cover, as a picture or, if another server has it, as its address. */
export function coverPicture(cover: string, baseUrl: string): string {
  const id = pictureAt(cover, baseUrl);
  return id === undefined
    ? html`<p class="hint" dir="auto">${cover}</p>`
    : html`<img class="cover" src="${pathOfPicture(id)}" alt="">`;
}
