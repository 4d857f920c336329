import { html } from "ghtml";
import { Marked } from "marked";

/** HTML in a description is shown as text, never interpreted. */
const marked = new Marked({ renderer: { html: ({ text }) => html`${text}` } });

/** Renders a Markdown text of a contract as HTML. */
export function renderMarkdown(text: string): string {
  return withScrollingTables(marked.parse(text, { async: false }));
}

/** The same HTML, in which tables that are too wide scroll, also by keyboard. Each has a name of its own. */
export function withScrollingTables(rendered: string): string {
  let count = 0;
  return rendered
    .replaceAll("<table>", () => {
      count++;
      const name = count === 1 ? "Table" : `Table ${count}`;
      return `<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table>`;
    })
    .replaceAll("</table>", "</table></div>");
}

/** Renders Markdown without paragraphs, for use within a line. */
export function renderInline(text: string): string {
  return marked.parseInline(text, { async: false });
}
