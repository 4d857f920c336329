import { html } from "ghtml";
import type { Described } from "#contract/contract";
import type { Guide } from "./guide.ts";

/** A badge for an addition to the API that the contract reimplements. It has the reason, unless that is `decision`. */
export function additionBadge({ texts }: Pick<Guide, "texts">, { "x-addition": reason }: Described): string {
  if (reason === undefined) return "";
  return html` <span class="badge">${texts.addition}!${reason === "decision" ? "" : html`: ${reason}`}</span>`;
}
