import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Problem } from "#contract/failure";
import { HIGHLIGHT_FORMATS } from "../../../library/export/highlights.ts";
import { COLORS } from "../../../library/items/highlight.ts";
import type { FoundHighlights, ListedHighlight, Position, Wanted } from "../../../library/items/highlights.ts";
import { EVERYTHING, UNSORTED } from "../../../library/placement.ts";
import { buttonLink } from "../../design/button.ts";
import { emptyState } from "../../design/empty-state.ts";
import { input, type Options, select } from "../../design/field.ts";
import { type FormState, NO_ERRORS } from "../../design/form-state.ts";
import { PAGE_FORM } from "../../design/page-form.ts";
import { EXPORT_HIGHLIGHTS, HIGHLIGHTS, ITEMS } from "../../design/paths.ts";
import { time } from "../../design/time.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import type { Texts } from "../../texts/en.ts";
import { type ChoiceList, nameField } from "../choices.ts";
import { toOptions } from "../collection-options.ts";
import { cut } from "../item-parts.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { findingPage } from "./finding-page.ts";

/** Characters of the longest text that the page looks for. */
export const MAX_TEXT = 200;

/** Characters of a passage and of a title that the page shows. */
const MAX_PASSAGE = 2000;
const MAX_TITLE = 200;

/** What the page shows. */
interface HighlightList extends FoundHighlights, Wanted {
  /** The chosen place, as in the address. */
  readonly collection: string;
  readonly choices: ChoiceList;
  /** Why the collection was not accepted. */
  readonly problem: Problem | undefined;
  /** The ids of the items whose page has a readable text. */
  readonly readable: ReadonlySet<number>;
  /** Whether the page is the first one. */
  readonly isFirst: boolean;
}

/** Sends the page that lists highlights. */
export function highlightsPage(request: FastifyRequest, reply: FastifyReply, list: HighlightList): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const found =
      list.highlights.length === 0
        ? nothing(view.texts, list)
        : html`<ul class="passages">
!${list.highlights.map((listed) => passage(view.texts, list, listed))}</ul>`;
    const content = html`!${form(view, list)}
!${found}
!${pages(view.texts, list)}`;
    return findingPage(view.texts, view.texts.finding.highlights, content);
  });
}

function form({ texts }: View, { text, color, collection, choices, problem }: HighlightList): string {
  const { finding, edit } = texts;
  const { highlights: own } = finding;
  const state: FormState = {
    texts,
    labels: { text: own.text, color: own.color, collection: own.collection, format: own.format },
    constraints: { text: { maxLength: MAX_TEXT } },
    values: { text, color: color ?? "", collection },
    errors: problem === undefined ? NO_ERRORS : { fields: { collection: problem } },
  };
  const colors: Options = [["", own.anyColor], ...COLORS.map((name) => [name, edit.colors[name]] as const)];
  const places: Options = [
    [String(EVERYTHING), own.everywhere],
    [String(UNSORTED), edit.unsorted],
    ...toOptions(choices),
  ];
  const formats = HIGHLIGHT_FORMATS.map((format) => [format, own.formats[format]] as const);
  return html`<form class="finding" id="${PAGE_FORM}" method="get" action="${HIGHLIGHTS}">
<div class="finding-tools">
!${input(state, { name: "text", type: "search" })}
!${select(state, "color", colors)}
<div>!${select(state, "collection", places)}!${nameField(texts, "collection", choices)}</div>
<p class="submit"><button>${own.show}</button></p>
</div>
<div class="finding-export">
!${select(state, "format", formats)}
<p class="submit"><button class="secondary" formaction="${EXPORT_HIGHLIGHTS}">${own.export}</button></p>
</div>
</form>`;
}

function passage({ finding, edit }: Texts, { readable }: HighlightList, { highlight, item }: ListedHighlight): string {
  const { highlights: own } = finding;
  const { id, text, note, color, created } = highlight;
  const title = userText(cut(item.title, MAX_TITLE));
  const page = `${ITEMS}/${item.id}`;
  return html`<li class="card">
<blockquote class="mark ${color}"><span class="visually-hidden">${edit.colors[color]}: </span>!${userText(cut(text, MAX_PASSAGE))}</blockquote>
!${note === "" ? "" : html`<p class="passage-note"><span class="hint">${own.note}: </span>!${userText(cut(note, MAX_PASSAGE))}</p>`}
<p class="hint"><a href="${page}">!${title}</a> · !${time(created)}!${
    readable.has(item.id)
      ? html` · <a href="${page}/reader#highlight-${id}">${own.inReader}<span class="visually-hidden"> ${cut(item.title, 80)}</span></a>`
      : ""
  }</p>
</li>
`;
}

function nothing({ finding }: Texts, { text, color, collection, next, isFirst }: HighlightList): string {
  const { highlights: own } = finding;
  const action = buttonLink(HIGHLIGHTS, own.showAll, "secondary");
  if (next !== undefined) return emptyState({ title: own.noneInPart, text: own.noneInPartText, action });
  const isFiltered = text !== "" || color !== undefined || collection !== String(EVERYTHING) || !isFirst;
  return isFiltered
    ? emptyState({ title: own.noneFound, text: text === "" ? own.noneText : own.noneFoundText, action })
    : emptyState({ title: own.none, text: own.noneText });
}

/** The links to the next and to the first page. */
function pages({ finding }: Texts, { text, color, collection, next, isFirst }: HighlightList): string {
  const { highlights: own } = finding;
  const addressAt = (after: Position | undefined) => {
    const query = new URLSearchParams({
      ...(text && { text }),
      ...(color && { color }),
      ...(collection !== String(EVERYTHING) && { collection }),
      ...(after && { after: `${after.created_at}.${after.item_id}.${after.id}` }),
    });
    return query.size === 0 ? HIGHLIGHTS : `${HIGHLIGHTS}?${query}`;
  };
  const links = [
    isFirst ? "" : buttonLink(addressAt(undefined), own.newest, "secondary"),
    next === undefined ? "" : buttonLink(addressAt(next), own.older, "secondary"),
  ];
  return links.every((link) => link === "") ? "" : html`<p class="pagination">!${links.join(" ")}</p>`;
}
