import { html } from "ghtml";

/** What an empty list shows. */
interface EmptyState {
  /** What is missing, such as "You have no keys yet". */
  readonly title: string;
  /** Why that matters, or what to do. */
  readonly text: string;
  /** The next step, as markup; use `buttonLink`. */
  readonly action?: string;
}

/** Shown instead of an empty list: what is missing, why, and the next step. */
export function emptyState({ title, text, action = "" }: EmptyState): string {
  return html`<div class="empty">
<p class="empty-title">${title}</p>
<p>${text}</p>
!${action === "" ? "" : html`<p class="empty-action">!${action}</p>`}
</div>`;
}
