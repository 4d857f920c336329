import { html } from "ghtml";
import type { Failure, Problem } from "#contract/failure";
import type { Highlight, HighlightChange } from "../../../library/items/highlight.ts";
import { actions } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import type { Values } from "../../design/form-state.ts";
import { withLineFeeds } from "../../design/form-values.ts";
import { alert } from "../../design/notice.ts";
import { PAGE_FORM, sendsPageFormTo } from "../../design/page-form.ts";
import { time } from "../../design/time.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import type { Texts } from "../../texts/en.ts";
import { highlightFields, NEW } from "./typed-fields.ts";

/** The colours of highlights in the order of the drop-down list. */
const COLORS = [
  "yellow",
  "orange",
  "red",
  "pink",
  "purple",
  "indigo",
  "blue",
  "cyan",
  "teal",
  "green",
  "brown",
  "gray",
] as const;

/** What is wrong if a field of the contract is to blame. */
const TOO_LONG: Problem = { message: "The text or the note is too long.", reason: "highlight-too-long" };

interface HighlightsCard {
  readonly highlights: readonly Highlight[];
  /** Where the buttons send the form of the page. */
  readonly action: string;
  /** What was typed before, and why a highlight was not accepted. */
  readonly values: Values;
  readonly failure: Failure | undefined;
}

/**
 * The highlights of a bookmark, each with fields for its note and colour, and fields for a new one. They belong to the
 * form of the page, which has room for them: a bookmark has at most 100, and 64 KiB of text.
 */
export function highlightsCard({ texts }: View, shown: HighlightsCard): string {
  const { highlights, failure, action } = shown;
  const { edit } = texts;
  const submit = (name: "highlight" | "remove", id: string, text: string, kind: "secondary" | "danger") =>
    html`<button class="${kind}"!${sendsPageFormTo(action)} name="${name}" value="${id}">${text}</button>`;
  return card(
    { id: "highlights", title: edit.highlights },
    html`!${failure === undefined ? "" : alert(html`${texts.translate(failure.details.length === 0 ? failure : TOO_LONG)}`)}
!${highlights.map(
      ({ id, text, color, created, note }) => html`<div class="highlight">
<blockquote class="mark ${color}">!${userText(text)}</blockquote>
<p class="hint">!${time(created)}</p>
!${noteAndColor(edit, shown.values, id, { note, color })}
!${actions(submit("highlight", id, edit.save, "secondary"), submit("remove", id, edit.removeHighlight, "danger"))}
</div>`,
    )}
<details class="highlight"!${shown.values[`text-${NEW}`] || highlights.length === 0 ? " open" : ""}><summary>${edit.newHighlight}</summary>
<div class="field"><label for="text-${NEW}">${edit.highlightText}</label>
<textarea id="text-${NEW}" name="text-${NEW}" form="${PAGE_FORM}" rows="3" dir="auto" maxlength="10000">
${shown.values[`text-${NEW}`] ?? ""}</textarea></div>
!${noteAndColor(edit, shown.values, NEW, { note: "", color: "yellow" })}
!${actions(submit("highlight", NEW, edit.addHighlight, "secondary"))}
</details>`,
  );
}

/**
 * What a form says about the highlight whose button was pressed: a new one has no `id` in the change. An empty text
 * removes it.
 */
export function highlightIn(values: Values): HighlightChange {
  if (values.remove !== undefined) return { id: values.remove, text: "" };
  const id = values.highlight ?? NEW;
  const { text, note, color } = highlightFields(values, id);
  const known = COLORS.find((name) => name === color);
  const marked = { note: withLineFeeds(note), ...(known !== undefined && { color: known }) };
  return id === NEW ? { ...marked, text: withLineFeeds(text) } : { ...marked, id };
}

function noteAndColor(
  { highlightNote, color, colors }: Texts["edit"],
  values: Values,
  id: string,
  stored: { readonly note: string; readonly color: string },
): string {
  const typed = { ...stored, ...highlightFields(values, id) };
  return html`<div class="row"><div class="field"><label for="note-${id}">${highlightNote}</label>
<textarea id="note-${id}" name="note-${id}" form="${PAGE_FORM}" rows="1" dir="auto" maxlength="10000">
${typed.note ?? ""}</textarea></div>
<div class="field"><label for="color-${id}">${color}</label>
<select id="color-${id}" name="color-${id}" form="${PAGE_FORM}">
!${COLORS.map((name) => html`<option value="${name}"!${typed.color === name ? " selected" : ""}>${colors[name]}</option>`)}
</select></div></div>`;
}
