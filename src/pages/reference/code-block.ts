import { html } from "ghtml";
import type { Texts } from "../texts/en.ts";

/** Code with a button that copies it; the button appears if the browser has a clipboard. `id` is unique on the page. */
export function codeBlock({ copy, copied, reference }: Texts, id: string, label: string, code: string): string {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code id="${id}">${code}</code></pre>
<button type="button" class="secondary" data-copy="${id}" data-copied="${copied}" aria-label="${reference.copyOf(label)}" hidden>${copy}</button></div>`;
}
