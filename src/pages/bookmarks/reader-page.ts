import { html } from "ghtml";
import type { Failure } from "#contract/failure";
import type { Highlight } from "../../library/items/highlight.ts";
import type { Item } from "../../library/items/item.ts";
import type { PageText } from "../../library/items/page-text.ts";
import { buttonLink } from "../design/button.ts";
import type { Page } from "../design/document.ts";
import { emptyState } from "../design/empty-state.ts";
import { alert } from "../design/notice.ts";
import { ITEMS } from "../design/paths.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { READER_HEAD } from "./head.ts";
import { cut, isWebAddress } from "./item-parts.ts";
import { type Appearance, SIZES, WIDTHS } from "./reader-appearance.ts";
import { marked } from "./reader-marks.ts";

/** Colours of new highlights. */
const COLORS = ["yellow", "green", "blue", "pink"] as const;

const WORDS_PER_MINUTE = 230;

/** What the reader shows. */
export interface ReaderContent {
  readonly item: Item;
  /** Undefined if no readable text of the page is stored. */
  readonly text: PageText | undefined;
  readonly appearance: Appearance;
  /** The hidden field of the form; undefined for people who may not change the bookmark. */
  readonly csrf: string | undefined;
  /** Why a highlight was not accepted. */
  readonly failure: Failure | undefined;
}

/** The page with the readable text of a bookmark. */
export function readerPage(view: View, content: ReaderContent): Page {
  const { item, text, csrf, failure } = content;
  const { reader, edit } = view.texts;
  const original = isWebAddress(item.link)
    ? html`<a class="button secondary" href="${item.link}" rel="noopener noreferrer">${reader.original}</a>`
    : "";
  return {
    title: item.title,
    isUserText: true,
    lead: facts(view, content),
    actions: csrf === undefined ? "" : buttonLink(`${ITEMS}/${item.id}`, reader.edit, "secondary"),
    head: READER_HEAD,
    content:
      text === undefined
        ? emptyState({ title: reader.missing, text: reader.missingText, action: original })
        : html`!${failure === undefined ? "" : alert(html`${view.texts.translate(failure)}`)}
!${choices(view, content.appearance)}
!${article(content, text)}
!${notes(view, item)}
!${csrf === undefined ? "" : highlighter(edit.colors, reader.highlight, { id: item.id, csrf })}`,
  };
}

/** Site, author, date, the time that reading takes, and the way to the page itself. */
function facts({ texts: { reader } }: View, { item, text }: ReaderContent): string {
  const minutes = Math.max(1, Math.round((text?.words.split(" ").length ?? 0) / WORDS_PER_MINUTE));
  return [
    ...(item.domain === "" ? [] : [userText(item.domain)]),
    ...(text?.author ? [userText(text.author)] : []),
    time(text?.published_at ?? item.created_at),
    ...(text === undefined ? [] : [html`${reader.minutes(minutes)}`]),
    ...(isWebAddress(item.link) ? [html`<a href="${item.link}" rel="noopener noreferrer">${reader.original}</a>`] : []),
  ].join(" · ");
}

/** Links that choose the width and the size of the text; the theme is chosen in the footer of all pages. */
function choices({ texts: { reader } }: View, appearance: Appearance): string {
  const group = <Name extends string>(
    name: string,
    label: string,
    values: readonly Name[],
    { chosen, texts }: { readonly chosen: Name; readonly texts: Readonly<Record<Name, string>> },
  ) => html`<div class="reader-choice" role="group" aria-label="${label}"><span aria-hidden="true">${label}</span>
!${values.map((value) => html`<a href="?${name}=${value}"!${value === chosen ? ' aria-current="true"' : ""}>${texts[value]}</a>`)}
</div>`;
  return html`<div class="reader-choices">
!${group("width", reader.width, WIDTHS, { chosen: appearance.width, texts: reader.widths })}
!${group("size", reader.size, SIZES, { chosen: appearance.size, texts: reader.sizes })}
</div>`;
}

function article({ item, appearance: { width, size } }: ReaderContent, text: PageText): string {
  const language = text.language ? html` lang="${text.language}"` : "";
  return html`<article class="reader width-${width} size-${size}" dir="auto"!${language} data-reader>
!${marked(text.html, JSON.parse(item.highlights))}
</article>`;
}

/** The notes of highlights, which the text itself shows to a pointer only. */
function notes({ texts: { reader } }: View, { highlights }: Item): string {
  const all: readonly Highlight[] = JSON.parse(highlights);
  const noted = all.filter(({ note }) => note !== "");
  if (noted.length === 0) return "";
  return html`<section class="reader-notes" aria-labelledby="notes"><h2 id="notes">${reader.notes}</h2>
<dl>!${noted.map(({ id, text, note }) => html`<dt><a href="#highlight-${id}">!${userText(cut(text))}</a></dt><dd>!${userText(note)}</dd>`)}</dl></section>`;
}

/** The form that a script shows when a part of the text is selected. */
function highlighter(
  colors: Readonly<Record<(typeof COLORS)[number], string>>,
  label: string,
  { id, csrf }: { readonly id: number; readonly csrf: string },
): string {
  return html`<form class="highlighter" method="post" action="${ITEMS}/${id}/reader" aria-label="${label}" hidden data-highlighter>
!${csrf}
<input type="hidden" name="text">
<input type="hidden" name="position">
<span>${label}</span>
!${COLORS.map((color) => html`<button class="small secondary mark-${color}" name="color" value="${color}">${colors[color]}</button>`)}
</form>`;
}
