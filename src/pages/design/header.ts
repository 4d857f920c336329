import { readFileSync } from "node:fs";
import { html } from "ghtml";
import { accountMenu } from "./account-menu.ts";
import { link } from "./link.ts";
import * as paths from "./paths.ts";
import { signedIn, type View } from "./view.ts";

const ICON = readFileSync(new URL("../assets/triptych.svg", import.meta.url), "utf8");

/** The header of all pages: the way to the start page, the main navigation and the account. */
export function header(view: View): string {
  const { header: texts } = view.texts;
  return html`<header class="banner"><div class="banner-content">
<a class="brand" href="${paths.START}">!${ICON} Triptych</a>
<nav aria-label="${texts.navigation}"><ul>!${signedIn(view) === undefined ? "" : html`<li>!${link(view, paths.BOOKMARKS, texts.bookmarks)}</li>`}
<li>!${link(view, `${paths.REFERENCE}/`, texts.reference)}</li>
<li>!${link(view, paths.QUICKSTART, texts.quickstart)}</li>
<li>!${link(view, paths.PRODUCTS, texts.products)}</li>
</ul></nav>
!${accountMenu(view)}
</div></header>`;
}
