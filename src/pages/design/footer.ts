import { html } from "ghtml";
import * as paths from "../paths.ts";
import { LANGUAGES } from "../texts/language.ts";
import { THEMES, type View } from "./view.ts";

/**
 * The footer of all pages, with theme and language. They are buttons of a form, which works without scripts; the server stores the choice in a cookie and returns to the page.
 */
export function footer(view: View): string {
  const { language, texts, theme } = view;
  const languages = Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const);
  const themes = THEMES.map((name) => [name, texts.footer[name]] as const);
  return html`<footer class="footer"><div class="footer-content">
<form class="preferences" method="post" action="${paths.PREFERENCES}">
<input type="hidden" name="back" value="${view.url}">
!${choice("theme", texts.footer.theme, themes, theme)}
!${choice("language", texts.footer.language, languages, language)}
</form>
</div></footer>`;
}

/** A group of buttons of which one is pressed. */
function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): string {
  return html`<div class="choice" role="group" aria-label="${label}">
!${options.map(
    ([value, text]) =>
      html`<button name="${name}" value="${value}" aria-pressed="${value === chosen}"!${name === "language" ? html` lang="${value}"` : ""}>${text}</button>`,
  )}
</div>`;
}
