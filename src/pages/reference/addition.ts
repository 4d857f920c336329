import { html } from "ghtml";
import type { Described } from "#contract/contract";

/** A badge for an addition to the API that the contract reimplements. It has the reason, unless that is `decision`. */
export function additionBadge({ "x-addition": reason }: Described): string {
  if (reason === undefined) return "";
  return html` <span class="badge">Addition!${reason === "decision" ? "" : html`: ${reason}`}</span>`;
}
