import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import type { Item } from "../../library/items/item.ts";
import * as items from "../../library/items/items.ts";
import * as lookup from "../../library/items/lookup.ts";
import { placeIdOf, TRASH } from "../../library/placement.ts";
import { valuesIn } from "../design/form-state.ts";
import { icon } from "../design/icons.ts";
import { fieldsOf } from "../forms/draft.ts";
import { keepsDrafts, keepTyped } from "../forms/drafts.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";
import { addressOf, listQueryOf, orderAddressOf, orderOf } from "./list-query.ts";
import { isWritable, placeParameter } from "./place.ts";
import { type ListContent, PAGE_SIZE } from "./read-list.ts";
import { labelled } from "./row-actions.ts";

/** The end of the path to which they send the form of the list. */
export const ORDER = "/order";

/** Serves the buttons that move an item within the manual order of its place. */
export function serveItemPosition(scope: FastifyInstance, { database, clock, config }: Context): void {
  scope.post("/:id/order", keepsDrafts(ORDER), async (request, reply) => {
    const placeId = placeParameter(request);
    const { id: userId } = getSignedInUser(request);
    const { id, position } = positionIn(valuesIn(request.body).position);
    const item = await lookup.getWritable(database, userId, id);
    if (placeIdOf(item) !== placeId) throw notListed();
    await items.update(database, clock, userId, id, { position }, { maxBytes: config.accountQuota });
    const { position: _position, ...typed } = fieldsOf(request.body);
    const page = `${addressOf(placeId, listQueryOf(request.query))}#item-${id}`;
    return reply.redirect(await keepTyped(request, reply, page, typed), 303);
  });
}

/** An item's id and its new position; 0 is the first. */
function positionIn(text = ""): { readonly id: number; readonly position: number } {
  const [, id, position] = /^([1-9]\d{0,14}):(\d{1,9})$/.exec(text) ?? [];
  if (id === undefined || position === undefined) throw notListed();
  return { id: Number(id), position: Number(position) };
}

function notListed(): Failure {
  return new Failure("notFound", "There is no item with this id.", { reason: "item-not-found" });
}

/** Whether a list shows all items of one place in their manual order, so that they can be moved in it. */
export function isSortable({ place, query }: ListContent): boolean {
  const isPlace = place.id !== 0 && place.id !== TRASH;
  return isPlace && isWritable(place) && orderOf(query) === "sort" && query.search === "" && !query.nested;
}

/** The position of the first item on the page. */
export function firstPosition({ query }: ListContent): number {
  return (query.page - 1) * PAGE_SIZE;
}

/** Buttons that move an item one position up or down. */
export function positionButtons({ bookmarks }: Texts, content: ListContent, item: Item): string {
  const position = firstPosition(content) + content.items.indexOf(item);
  const address = orderAddressOf(content.place.id, content.query);
  const buttonTo = (target: number, direction: "up" | "down") => {
    // One that can't be used keeps the others in their place, for the next click.
    const isPossible = target >= 0 && target < content.count;
    return html`<button!${labelled(bookmarks.item[direction], item.title)} class="row-action" formaction="${address}" name="position"!${isPossible ? html` value="${item.id}:${target}"` : " disabled"}>!${icon(direction)}</button>`;
  };
  return buttonTo(position - 1, "up") + buttonTo(position + 1, "down");
}
