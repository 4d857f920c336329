import { html } from "ghtml";
import { ITEMS } from "../design/paths.ts";
import type { View } from "../design/view.ts";

/**
 * The panel beside a list, in which `assets/panel.js` shows the page of a bookmark. It is empty until then. The template
 * has what the script adds to that page.
 */
export function panel({ texts: { panel: texts, bookmarks } }: View): string {
  const scriptTexts = { ...texts.scripts, noMatch: bookmarks.bulk.noTarget };
  return html`<div id="panel" tabindex="-1" data-items="${ITEMS}/"></div>
<template id="panel-parts" data-texts="${JSON.stringify(scriptTexts)}">
<div class="panel-bar">
<p class="panel-state" role="status"></p>
<a data-page>${texts.page}</a>
<button class="secondary small" type="button" data-close>${texts.close}</button>
</div>
<div class="panel-conflict" role="alert">
<p>${texts.changed} ${texts.stored}</p>
<blockquote dir="auto"></blockquote>
<p class="actions"><button class="secondary small" type="button" data-keep>${texts.keep}</button><button class="secondary small" type="button" data-take>${texts.take}</button></p>
</div>
</template>`;
}
