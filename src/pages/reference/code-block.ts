import { html } from "ghtml";

/** Code with a button that copies it; the button appears if the browser has a clipboard. `id` is unique on the page. */
export function codeBlock(id: string, label: string, code: string): string {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code id="${id}">${code}</code></pre>
<button type="button" class="secondary" data-copy="${id}" data-copied="Copied" aria-label="Copy: ${label}" hidden>Copy</button></div>`;
}
