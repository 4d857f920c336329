import { html } from "ghtml";

/** Confirms that an action succeeded. Screen readers announce it. `action` is markup, such as a button to revert it. */
export function notice(text: string, action = ""): string {
  if (action === "") return html`<p class="notice" role="status">${text}</p>`;
  return html`<div class="notice with-action"><p role="status">${text}</p>!${action}</div>`;
}

/** Says that something failed, where no field of a form is to blame. `text` is markup. */
export function alert(text: string): string {
  return html`<p class="alert" role="alert">!${text}</p>`;
}
