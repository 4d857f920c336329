import { html } from "ghtml";

/** What a card holds besides its content. */
interface CardOptions {
  /** Unique on the page; names the card for screen readers together with `title`. */
  readonly id: string;
  readonly title: string;
}

/** A section with a border and a heading. `content` is markup. */
export function card({ id, title }: CardOptions, content: string): string {
  return html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
!${content}
</section>`;
}
