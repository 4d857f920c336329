import { html } from "ghtml";
import type { Operation, Webhook } from "#contract/contract";
import * as groups from "./groups.ts";
import type { Guide } from "./guide.ts";

type Entry = Operation | Webhook;

/** The anchor of an operation or an event on the page of its group. */
export function anchorOf(entry: Entry): string {
  return "id" in entry ? entry.id : groups.anchorOf(entry);
}

/** What an operation or an event is called. */
export function titleOf({ source }: Entry): string {
  return source.summary ?? source.operationId;
}

/** The method of an operation, or what else its entry begins with, in its colour. */
export function methodBadge(method: string, text = method): string {
  return html`<b class="method ${method.toLowerCase()}">${text}</b>`;
}

/** The badge of a method in a list, as wide as the others. */
export function shortBadge(method: string): string {
  return methodBadge(method, method === "DELETE" ? "DEL" : method);
}

function badgeOf(entry: Entry, texts: Guide["texts"]): string {
  return "id" in entry ? shortBadge(entry.method) : methodBadge("event", texts.operation.event);
}

/** Options of `operationList`. */
interface Options {
  /** The page that the links lead to; empty for the same page. */
  readonly page: string;
  /** Whether each entry shows the path, and can be the target of a link itself. */
  readonly isFull?: boolean;
}

/** Links to the operations and events of a group. */
export function operationList(guide: Guide, group: groups.Group, { page, isFull = false }: Options): string {
  const { contract, english, texts } = guide;
  return html`<ul class="operations"!${english}>!${[...group.operations, ...group.webhooks].map((entry) => {
    const anchor = anchorOf(entry);
    const path = "id" in entry ? contract.basePath + entry.path : entry.name;
    return html`<li!${isFull ? html` id="${anchor}"` : ""}><a href="${page}#${anchor}">!${badgeOf(entry, texts)} <span>${titleOf(entry)}</span>!${isFull ? html` <code>${path}</code>` : ""}</a></li>
`;
  })}</ul>`;
}
