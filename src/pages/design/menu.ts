import { html } from "ghtml";

/** A button that opens a list below it. */
interface Menu {
  readonly className?: string;
  /** What the button shows, as markup. */
  readonly summary: string;
  /** What opens, as markup. */
  readonly content: string;
}

/**
 * A menu that opens without scripts, one of a page at a time; assets/pages.js closes it on Escape and on a click
 * elsewhere.
 */
export function menu({ className = "", summary, content }: Menu): string {
  return html`<details class="menu ${className}" name="menu">
<summary>!${summary}</summary>
<div class="menu-content">
!${content}
</div>
</details>`;
}
