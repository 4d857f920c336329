import { html } from "ghtml";

/** The path of a picture on this server, up to its id. */
const PICTURES = "/rest/v1/cover/";

/** The start of the addresses of pictures on this server. */
export function pictureAddress(baseUrl: string): string {
  return baseUrl + PICTURES;
}

/** The path of a cover that this server stores; undefined for others, which pages may not load. */
export function pathOfCover(cover: string, baseUrl: string): string | undefined {
  const start = pictureAddress(baseUrl);
  const id = cover.startsWith(start) ? cover.slice(start.length) : "";
  return /^[\w-]+$/.test(id) ? PICTURES + id : undefined;
}

/** A cover, as a picture or, if another server has it, as its address. */
export function coverPicture(cover: string, baseUrl: string): string {
  const path = pathOfCover(cover, baseUrl);
  return path === undefined
    ? html`<p class="hint" dir="auto">${cover}</p>`
    : html`<img class="cover" src="${path}" alt="">`;
}
