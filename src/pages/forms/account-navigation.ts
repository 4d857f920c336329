import { html } from "ghtml";
import { pathOf } from "#contract/request/path";
import { type AccountSection, ADMINISTRATION_SECTIONS, OWN_SECTIONS } from "../design/account-sections.ts";
import { signedIn, type View } from "../design/view.ts";

/** The links between the pages of an account, for a page that is one of them or below one; undefined for others. */
export function accountNavigation(view: View): string | undefined {
  const user = signedIn(view);
  const path = pathOf(view.url);
  const isHere = ([section]: AccountSection) => path === section || path.startsWith(`${section}/`);
  if (user === undefined || ![...OWN_SECTIONS, ...ADMINISTRATION_SECTIONS].some(isHere)) return undefined;
  const { label, administration, sections } = view.texts.accountNavigation;
  const item = (section: AccountSection) => {
    const [href, text] = section;
    const current = path === href ? ' aria-current="page"' : isHere(section) ? ' aria-current="true"' : "";
    return html`<li><a href="${href}"!${current}>${sections[text]}</a></li>`;
  };
  return html`<nav class="sections" aria-label="${label}">
<ul>!${OWN_SECTIONS.map(item)}</ul>
!${user.isAdministrator ? html`<ul aria-label="${administration}">!${ADMINISTRATION_SECTIONS.map(item)}</ul>` : ""}
</nav>
`;
}
