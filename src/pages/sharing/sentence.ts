import { html } from "ghtml";
import { userText } from "../design/user-text.ts";

/** Stands for the text of a user in a sentence. No text on a page can hold it. */
const PLACEHOLDER = "\0";

/** A sentence with texts of users in it, in their order and in bold, as markup. All languages must have them in this order. */
export function sentence(write: (...texts: string[]) => string, ...texts: readonly string[]): string {
  const parts = write(...texts.map(() => PLACEHOLDER)).split(PLACEHOLDER);
  return parts
    .map(
      (part, index) =>
        html`${part}!${index < texts.length ? html`<strong>!${userText(texts[index] ?? "")}</strong>` : ""}`,
    )
    .join("");
}
