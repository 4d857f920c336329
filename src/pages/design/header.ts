import { readFileSync } from "node:fs";
import { html } from "ghtml";
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

/**
 * The account in the header: a menu with the pages of the account and "Sign out", or a link to sign in. The menu is a
 * `<details>` element, which opens without scripts.
 */
function accountMenu(view: View): string {
  const { header: texts } = view.texts;
  const user = signedIn(view);
  if (user === undefined) {
    const text = view.visitor === "unknown" ? texts.account : texts.signIn;
    const href = view.visitor === "unknown" ? paths.API_KEYS : paths.SIGN_IN;
    return html`<a class="button secondary small account" href="${href}">${text}</a>`;
  }
  return html`<details class="menu account">
<summary><span class="visually-hidden">${texts.menuOf(user.name)}</span><span class="avatar" aria-hidden="true">${initialOf(user.name)}</span><span class="user" dir="auto" aria-hidden="true">${user.name}</span></summary>
<div class="menu-content">
<p class="hint" dir="auto">${user.email}</p>
<ul>
<li>!${link(view, paths.PROFILE, texts.profile)}</li>
<li>!${link(view, paths.SESSIONS, texts.sessions)}</li>
<li>!${link(view, paths.API_KEYS, texts.apiKeys)}</li>
<li>!${link(view, paths.WEBHOOKS, texts.webhooks)}</li>
<li>!${link(view, paths.DATA, texts.data)}</li>
!${user.isAdministrator ? html`<li>!${link(view, paths.USERS, texts.users)}</li><li>!${link(view, paths.AUDIT, texts.audit)}</li>` : ""}
</ul>
<form method="post" action="${paths.SIGN_OUT}">
!${user.csrfField()}
<button>${texts.signOut}</button>
</form>
</div>
</details>`;
}

/** Created once, which takes as long as the rest of the menu. */
let segmenter: Intl.Segmenter | undefined;

/** The first character of a name, in upper case. */
function initialOf(name: string): string {
  segmenter ??= new Intl.Segmenter();
  const [first = "?"] = segmenter.segment(name.trim());
  return (typeof first === "string" ? first : first.segment).toLocaleUpperCase();
}

/** A link of the navigation, marked if it leads to the current page. */
function link({ url }: View, href: string, text: string): string {
  const [path] = url.split("?");
  const isCurrent = path === href || `${path}/` === href;
  return html`<a href="${href}"!${isCurrent ? ' aria-current="page"' : ""}>${text}</a>`;
}
