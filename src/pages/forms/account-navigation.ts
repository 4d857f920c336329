import { html } from "ghtml";
import { pathOf } from "#contract/request/path";
import * as paths from "../design/paths.ts";
import { signedIn, type View } from "../design/view.ts";
import type { Texts } from "../texts/en.ts";

type Section = readonly [path: string, text: keyof Texts["accountNavigation"]["sections"]];

/** The pages of an account. */
const OWN: readonly Section[] = [
  [paths.PROFILE, "profile"],
  [paths.SESSIONS, "sessions"],
  [paths.ACCESS, "access"],
  [paths.API_KEYS, "apiKeys"],
  [paths.WEBHOOKS, "webhooks"],
  [paths.REMINDERS, "reminders"],
  [paths.DATA, "data"],
];

/** The pages that administrators have besides. */
const ADMINISTRATION: readonly Section[] = [
  [paths.USERS, "users"],
  [paths.AUDIT, "audit"],
  [paths.SERVER, "server"],
];

/** The links between the pages of an account, for a page that is one of them or below one; undefined for others. */
export function accountNavigation(view: View): string | undefined {
  const user = signedIn(view);
  const path = pathOf(view.url);
  const isHere = ([section]: Section) => path === section || path.startsWith(`${section}/`);
  if (user === undefined || ![...OWN, ...ADMINISTRATION].some(isHere)) return undefined;
  const { label, administration, sections } = view.texts.accountNavigation;
  const item = (section: Section) => {
    const [href, text] = section;
    const current = path === href ? ' aria-current="page"' : isHere(section) ? ' aria-current="true"' : "";
    return html`<li><a href="${href}"!${current}>${sections[text]}</a></li>`;
  };
  return html`<nav class="sections" aria-label="${label}">
<ul>!${OWN.map(item)}</ul>
!${user.isAdministrator ? html`<ul aria-label="${administration}">!${ADMINISTRATION.map(item)}</ul>` : ""}
</nav>
`;
}
