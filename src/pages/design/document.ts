import { html } from "ghtml";
import { LANGUAGES } from "../texts/language.ts";
import { type AccountSection, ADMINISTRATION_SECTIONS, OWN_SECTIONS } from "./account-sections.ts";
import { assetOf } from "./assets.ts";
import { choice } from "./choice.ts";
import { documentStart } from "./document-start.ts";
import { menu } from "./menu.ts";
import { enterButton, type PageForm, sendsPageFormTo } from "./page-form.ts";
import * as paths from "./paths.ts";
import { signedIn, THEMES, type View } from "./view.ts";

const ICON = assetOf("triptych.svg").content.toString();

/** What is specific to a page. `head`, `actions` and `content` are markup; the other texts are not. */
export interface Page {
  readonly title: string;
  /** Links to other pages of its part of the server, above the heading, as markup. */
  readonly navigation?: string;
  /** A sentence below the heading, as markup. */
  readonly lead?: string;
  /** Buttons beside the heading. */
  readonly actions?: string;
  /** What the header has between the navigation and the account, such as a search; as markup. */
  readonly headerTools?: string;
  /** Arranges the content and the notices above it, both as one markup. The page then has its own `<h1>`. */
  readonly arrange?: (content: string) => string;
  readonly content: string;
  /** Style sheets and scripts of the page, besides those of all pages. */
  readonly head?: string;
  /** The language of the content if it differs from that of the header, such as `en`. */
  readonly language?: "en";
  /** Set if the title is text of a user, which may run from right to left. */
  readonly isUserText?: boolean;
  /** The form to which the text fields of the content belong. */
  readonly form?: PageForm;
  /** Set for a page that keeps more than a draft has room for: it has no buttons that load it again. */
  readonly hasNoChoices?: boolean;
  /** Set for a page in a small window of its own: it has only a heading and the content. */
  readonly isWindow?: boolean;
}

/**
 * The HTML document of a page: head, skip link, header, heading, content and footer. All pages of the server are made
 * by it, so that they share the header and the styles.
 */
export function documentOf(view: View, page: Page): string {
  const { language, texts } = view;
  const { title, navigation = "", lead, actions = "", content, head = "", isUserText = false, form } = page;
  const { isWindow = false, hasNoChoices = isWindow } = page;
  const direction = isUserText ? ' dir="auto"' : "";
  const enter = form === undefined ? "" : enterButton(form);
  const contentLanguage = page.language ?? language;
  return html`!${documentStart(view, title, head)}
<body!${isWindow ? ' class="window"' : ""}>
!${
    isWindow
      ? ""
      : html`<a class="skip" href="#content">${texts.header.skip}</a>
!${header(view, page.headerTools)}`
  }
<main id="content"!${contentLanguage === language ? "" : html` lang="${contentLanguage}"`}>
!${
    page.arrange?.(enter + content) ??
    html`!${navigation}<div class="heading"><h1!${direction}>${title}</h1>!${actions}</div>
!${lead === undefined ? "" : html`<p class="lead">!${lead}</p>`}
!${enter}!${content}`
  }
</main>
!${hasNoChoices ? "" : footer(view, form)}
</body>
</html>
`;
}

/** The header of all pages: the way to the start page, the main navigation and the account. */
function header(view: View, tools = ""): string {
  const { header: texts } = view.texts;
  const isSignedIn = signedIn(view) !== undefined;
  const links = isSignedIn ? [sectionLink(view, paths.BOOKMARKS, texts.bookmarks)] : otherLinks(view);
  return html`<header class="banner"><div class="banner-content">
<a class="brand" href="${paths.START}">!${ICON} <bdi dir="auto">${view.serverName}</bdi></a>
<nav aria-label="${texts.navigation}"><ul>!${links.map((item) => html`<li>!${item}</li>`)}</ul></nav>
!${tools === "" ? "" : html`<div class="banner-tools">!${tools}</div>`}
!${accountMenu(view)}
</div></header>`;
}

/** A link to a part of the server, marked on all its pages. */
function sectionLink(view: View, href: string, text: string): string {
  if (!view.url.startsWith(`${href}/`)) return link(view, href, text);
  return html`<a href="${href}" aria-current="true">${text}</a>`;
}

/** Links that are in the header, or for signed-in people in the account menu: that leaves room for their search. */
function otherLinks(view: View): string[] {
  const { header: texts } = view.texts;
  return [
    sectionLink(view, paths.PRODUCTS, texts.products),
    link(view, `${paths.REFERENCE}/`, texts.reference),
    link(view, paths.QUICKSTART, texts.quickstart),
  ];
}

/**
 * The account in the header: a menu with the pages of the account and "Sign out", or a link to sign in. The menu is a
 * `<details>` element, which opens without scripts.
 */
function accountMenu(view: View): string {
  const { header: texts, accountNavigation } = view.texts;
  const user = signedIn(view);
  if (user === undefined) {
    const text = view.visitor === "unknown" ? texts.account : texts.signIn;
    const href = view.visitor === "unknown" ? paths.API_KEYS : paths.SIGN_IN;
    return html`<a class="button secondary small account" href="${href}">${text}</a>`;
  }
  const sectionOf = ([href, text]: AccountSection) => link(view, href, accountNavigation.sections[text]);
  const links = [
    ...OWN_SECTIONS.map(sectionOf),
    link(view, paths.CHANGES, texts.changes),
    ...(user.isAdministrator ? ADMINISTRATION_SECTIONS.map(sectionOf) : []),
    ...otherLinks(view),
  ];
  return menu({
    className: "account",
    summary: html`<span class="visually-hidden">${texts.menuOf(user.name)}</span><span class="avatar" aria-hidden="true">${initialOf(user.name)}</span><span class="user" dir="auto" aria-hidden="true">${user.name}</span>`,
    content: html`<p class="hint" dir="auto">${user.email}</p>
<ul>
!${links.map((item) => html`<li>!${item}</li>`).join("\n")}
</ul>
<form method="post" action="${paths.SIGN_OUT}">
!${user.csrfField()}
<button>${texts.signOut}</button>
</form>`,
  });
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

/**
 * The footer of all pages, with theme and language. They are buttons of a form, which works without scripts; the server
 * stores the choice in a cookie and returns to the page. If the page has a form, they send it, so that nothing is lost.
 */
function footer(view: View, form: PageForm | undefined): string {
  const { language, texts, theme } = view;
  const languages = Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const);
  const themes = THEMES.map((name) => [name, texts.footer[name]] as const);
  const attributes = form === undefined ? "" : sendsFormOf(view, form);
  const choices = html`!${choice("theme", texts.footer.theme, themes, { chosen: theme, attributes })}
!${choice("language", texts.footer.language, languages, { chosen: language, attributes })}`;
  return html`<footer class="footer"><div class="footer-content">
!${
    form === undefined
      ? html`<form class="preferences" method="post" action="${paths.PREFERENCES}">
<input type="hidden" name="back" value="${view.url}">
!${choices}
</form>`
      : html`<div class="preferences">
!${choices}
</div>`
  }
</div></footer>`;
}

/** The attributes of buttons that send the form of the page. */
function sendsFormOf(view: View, form: PageForm): string {
  const back = `?back=${encodeURIComponent(view.url)}`;
  if (form.method === "get") return html`!${sendsPageFormTo(paths.PREFERENCES + back, form)} formmethod="post"`;
  const path = signedIn(view) === undefined ? paths.PREFERENCES_SIGNED_OUT : paths.PREFERENCES_SIGNED_IN;
  return sendsPageFormTo(path + back, form);
}
