import type { FastifyReply, FastifyRequest } from "fastify";
import type { PlaceId } from "../../library/placement.ts";
import { BOOKMARKS } from "../design/paths.ts";
import { cookiesIn } from "../forms/cookies.ts";
import { type ListQuery, ORDERS, type Remembered, VIEWS } from "./list-query.ts";

// What a browser remembers of lists is in two cookies, so that pages need no script for it, and no row for each reader.

/** The orders and layouts that were chosen: `place:order:layout` of each list, between full stops. */
const LISTS = "triptych_lists";

/** The collections that were opened or, after a hyphen, closed in the tree; assets/tree.js writes it. */
const TREE = "triptych_tree";

/** Lists that are remembered; those that were changed last stay. About 20 bytes each. */
const MAX_LISTS = 100;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A list query with the order and the layout that were chosen for this list before. */
export function withRemembered(request: FastifyRequest, placeId: PlaceId, query: ListQuery): ListQuery {
  return { ...query, remembered: listsIn(request).get(placeId) ?? {} };
}

/** Remembers the order and the layout that an address names. A search has an order of its own, which is not kept. */
export function remember(request: FastifyRequest, reply: FastifyReply, placeId: PlaceId, query: ListQuery): void {
  const { view, sort, search, remembered = {} } = query;
  const chosen = { ...remembered, ...(view && { view }), ...(sort && sort !== "score" && search === "" && { sort }) };
  if (chosen.view === remembered.view && chosen.sort === remembered.sort) return;
  store(request, reply, placeId, chosen);
}

/** Forgets the layout that was chosen for a collection, because the collection itself has got another one. */
export function forgetView(request: FastifyRequest, reply: FastifyReply, collectionId: number): void {
  const { view, ...kept } = listsIn(request).get(collectionId) ?? {};
  if (view !== undefined) store(request, reply, collectionId, kept);
}

/** The collections that were opened (true) or closed (false) in the tree; others are as they are stored. */
export function openedIn({ cookies }: FastifyRequest): ReadonlyMap<number, boolean> {
  const ids = (cookies[TREE] ?? "").split(".").map(Number).filter(Number.isSafeInteger);
  return new Map(ids.map((id) => [Math.abs(id), id > 0]));
}

function store(request: FastifyRequest, reply: FastifyReply, placeId: PlaceId, chosen: Remembered): void {
  const lists = listsIn(request);
  lists.delete(placeId);
  const all = [...lists, [placeId, chosen] as const].slice(-MAX_LISTS);
  const value = all.map(([id, { sort = "", view = "" }]) => `${id}:${sort}:${view}`).join(".");
  const { secure = false } = cookiesIn(reply.server).attributes;
  reply.setCookie(LISTS, value, { path: BOOKMARKS, httpOnly: true, sameSite: "lax", secure, maxAge: YEAR_SECONDS });
}

function listsIn({ cookies }: FastifyRequest): Map<PlaceId, Remembered> {
  const lists = new Map<PlaceId, Remembered>();
  for (const entry of (cookies[LISTS] ?? "").split(".")) {
    const [id, sort, view] = entry.split(":");
    const placeId = Number(id || "x");
    if (!Number.isSafeInteger(placeId)) continue;
    lists.set(placeId, {
      sort: ORDERS.find((order) => order === sort),
      view: VIEWS.find((name) => name === view),
    });
  }
  return lists;
}
