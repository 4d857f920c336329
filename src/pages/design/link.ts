import { html } from "ghtml";
import type { View } from "./view.ts";

/** A link of the navigation, marked if it leads to the current page. */
export function link({ url }: View, href: string, text: string): string {
  const [path] = url.split("?");
  const isCurrent = path === href || `${path}/` === href;
  return html`<a href="${href}"!${isCurrent ? ' aria-current="page"' : ""}>${text}</a>`;
}
