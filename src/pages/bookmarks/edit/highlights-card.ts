import { html } from "ghtml";
import type { Highlight } from "../../../items/highlight.ts";
import type { Draft } from "../../account/draft.ts";
import { actions, button } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { type Values, valuesIn } from "../../design/form-state.ts";
import { alert } from "../../design/notice.ts";
import { time } from "../../design/time.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import type { Texts } from "../../texts/en.ts";
import { COLORS } from "./highlight-fields.ts";

/** What is wrong if a field of the contract is to blame. */
const TOO_LONG = "The text or the note is too long.";

interface HighlightsCard {
  readonly highlights: readonly Highlight[];
  /** Where the forms are sent. */
  readonly action: string;
  readonly csrf: string;
  /** The form that was rejected, and why. */
  readonly rejected: Draft | undefined;
}

/** The highlights of a bookmark, each with a form for its note and colour, and a form for a new one. */
export function highlightsCard({ texts }: View, { highlights, action, csrf, rejected }: HighlightsCard): string {
  const form = (
    id: string,
    content: string,
    buttons: string,
  ) => html`<form class="highlight" method="post" action="${action}">
!${csrf}
<input type="hidden" name="highlight" value="${id}">
!${content}
!${actions(buttons)}
</form>`;
  const sent = valuesIn(rejected?.fields);
  const typed = (id: string): Values => (sent.highlight === id ? sent : {});
  const failure = rejected?.failure;
  const { edit } = texts;
  return card(
    { id: "highlights", title: edit.highlights },
    html`!${failure === undefined ? "" : alert(html`${texts.translate(failure.details.length === 0 ? failure.message : TOO_LONG)}`)}
!${highlights.map((highlight) =>
      form(
        highlight.id,
        html`<blockquote class="mark ${highlight.color}">!${userText(highlight.text)}</blockquote>
<p class="hint">!${time(highlight.created)}</p>
!${noteAndColor(edit, highlight.id, { note: highlight.note, color: highlight.color, ...typed(highlight.id) })}`,
        html`!${button(edit.save, "secondary")} <button class="danger" name="remove" value="1">${edit.removeHighlight}</button>`,
      ),
    )}
<h3>${edit.newHighlight}</h3>
!${form(
      "",
      html`<div class="field"><label for="highlight-text">${edit.highlightText}</label>
<textarea id="highlight-text" name="text" rows="3" dir="auto" required maxlength="10000">
${typed("").text ?? ""}</textarea></div>
!${noteAndColor(edit, "new", { note: "", color: "yellow", ...typed("") })}`,
      button(edit.addHighlight, "secondary"),
    )}`,
  );
}

function noteAndColor({ highlightNote, color, colors }: Texts["edit"], id: string, values: Values): string {
  return html`<div class="row"><div class="field"><label for="note-${id}">${highlightNote}</label>
<textarea id="note-${id}" name="note" rows="1" dir="auto" maxlength="10000">
${values.note ?? ""}</textarea></div>
<div class="field"><label for="color-${id}">${color}</label>
<select id="color-${id}" name="color">
!${COLORS.map((name) => html`<option value="${name}"!${values.color === name ? " selected" : ""}>${colors[name]}</option>`)}
</select></div></div>`;
}
