import { html } from "ghtml";
import { pathOfSiteIcon } from "./paths.ts";

/** The icon of a site, or as much room without one, unless no entry of the list has one. */
export function siteIcon(icons: ReadonlyMap<number, string>, itemId: number): string {
  const id = icons.get(itemId);
  if (icons.size === 0) return "";
  if (id === undefined) return html`<span class="site-icon" aria-hidden="true"></span>`;
  return html`<img class="site-icon" src="${pathOfSiteIcon(id)}" width="16" height="16" alt="" loading="lazy">`;
}
