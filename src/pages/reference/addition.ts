import { html } from "ghtml";
import type { Described } from "../../http/contract/types.ts";

/** A badge for what this project added to the API that the contract reimplements, with the reason unless it is a choice. */
export function additionBadge({ "x-addition": reason }: Described): string {
  if (reason === undefined) return "";
  return html` <span class="badge">Addition!${reason === "decision" ? "" : html`: ${reason}`}</span>`;
}
