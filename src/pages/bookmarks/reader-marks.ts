import { html } from "ghtml";
import type { Highlight } from "../../library/items/highlight.ts";

/** A passage of a text: letters `start` to `end`, not counting white space. */
interface Passage {
  readonly start: number;
  readonly end: number;
  readonly highlight: Highlight;
}

/** A part of the HTML: a tag or a text. */
interface Part {
  readonly source: string;
  readonly isTag: boolean;
}

/** What `page-reading/article.ts` writes for characters with a meaning. */
const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** A character of a text in HTML, or an entity. */
const CHARACTER = /&(?:amp|lt|gt|quot);|./gs;

/**
 * The HTML of an article, as `page-reading/article.ts` makes it, with its highlights in `mark` elements. A highlight is
 * looked for by its letters, because white space changes where elements begin; of several places the one next to its
 * position. One that is not found, or overlaps an earlier one, is not marked.
 */
export function marked(article: string, highlights: readonly Highlight[]): string {
  if (highlights.length === 0) return article;
  const parts = article.split(/(<[^>]*>)/).map((source, index): Part => ({ source, isTag: index % 2 === 1 }));
  const texts = parts.filter(({ isTag }) => !isTag).map(({ source }) => lettersOf(decoded(source)));
  const passages = passagesIn(texts.join(""), highlights);
  let start = 0;
  const result: string[] = [];
  for (const { source, isTag } of parts) {
    if (isTag) result.push(source);
    else {
      const { text, end } = markedText(source, start, passages);
      result.push(text);
      start = end;
    }
  }
  return result.join("");
}

function decoded(source: string): string {
  return source.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
}

function lettersOf(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The passages that are found, in the order of the text. */
function passagesIn(letters: string, highlights: readonly Highlight[]): readonly Passage[] {
  const found = highlights.flatMap((highlight) => {
    const wanted = lettersOf(highlight.text);
    const start = wanted === "" ? -1 : nearest(letters, wanted, highlight.position ?? 0);
    return start === -1 ? [] : [{ start, end: start + wanted.length, highlight }];
  });
  let last = 0;
  return found
    .sort((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
}

/** Where a text is next to a position; -1 if it is not there. */
function nearest(letters: string, wanted: string, position: number): number {
  const before = letters.lastIndexOf(wanted, position);
  const after = letters.indexOf(wanted, position);
  if (before === -1 || after === -1) return Math.max(before, after);
  return position - before <= after - position ? before : after;
}

/** A text that begins with the letter `start` of all, with its passages marked. */
function markedText(source: string, start: number, passages: readonly Passage[]) {
  let at = start;
  let next = passages.findIndex(({ end }) => end > start);
  let text = "";
  let isOpen = false;
  for (const [character] of source.matchAll(CHARACTER)) {
    const passage = next === -1 ? undefined : passages[next];
    const isLetter = !/\s/.test(character);
    if (isLetter && passage !== undefined && !isOpen && at >= passage.start) {
      text += opening(passage, at);
      isOpen = true;
    }
    text += character;
    if (!isLetter) continue;
    at += ENTITIES[character] === undefined ? character.length : 1;
    if (!isOpen || passage === undefined || at < passage.end) continue;
    text += "</mark>";
    isOpen = false;
    next += 1;
  }
  return { text: isOpen ? `${text}</mark>` : text, end: at };
}

/** Only the first `mark` of a highlight has its id. */
function opening({ start, highlight: { id, color, note } }: Passage, at: number): string {
  const anchor = at === start ? html` id="highlight-${id}"` : "";
  return html`<mark class="mark-${color}"!${anchor}!${note === "" ? "" : html` title="${note}"`}>`;
}
