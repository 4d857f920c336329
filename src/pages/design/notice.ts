import { html } from "ghtml";

/** Confirms that an action succeeded. Screen readers announce it. */
export function notice(text: string): string {
  return html`<p class="notice" role="status">${text}</p>`;
}

/** Says that something failed, where no field of a form is to blame. `text` is markup. */
export function alert(text: string): string {
  return html`<p class="alert" role="alert">!${text}</p>`;
}
