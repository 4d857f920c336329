import { html } from "ghtml";

/**
 * Text that a user wrote, such as a name. It may run in either direction, so the browser finds the direction by its
 * letters, and the text does not change that of the words around it. Use it for all text of users.
 */
export function userText(text: string): string {
  return html`<bdi dir="auto">${text}</bdi>`;
}
