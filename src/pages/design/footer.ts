import { html } from "ghtml";
import { LANGUAGES } from "../texts/language.ts";
import { type PageForm, sendsPageFormTo } from "./page-form.ts";
import * as paths from "./paths.ts";
import { signedIn, THEMES, type View } from "./view.ts";

/**
 * The footer of all pages, with theme and language. They are buttons of a form, which works without scripts; the server
 * stores the choice in a cookie and returns to the page. If the page has a form, they send it, so that nothing is lost.
 */
export function footer(view: View, form: PageForm | undefined): string {
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
function sendsFormOf(view: View, { method }: PageForm): string {
  const back = `?back=${encodeURIComponent(view.url)}`;
  if (method === "get") return html`!${sendsPageFormTo(paths.PREFERENCES + back)} formmethod="post"`;
  const path = signedIn(view) === undefined ? paths.PREFERENCES_SIGNED_OUT : paths.PREFERENCES_SIGNED_IN;
  return sendsPageFormTo(path + back);
}

/** A group of buttons of which one is pressed. */
function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  { chosen, attributes }: { readonly chosen: string; readonly attributes: string },
): string {
  return html`<div class="choice" role="group" aria-label="${label}">
!${options.map(
    ([value, text]) =>
      html`<button!${attributes} name="${name}" value="${value}" aria-pressed="${value === chosen}"!${name === "language" ? html` lang="${value}"` : ""}>${text}</button>`,
  )}
</div>`;
}
