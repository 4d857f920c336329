import type { Context } from "../../context/context.ts";
import * as highlights from "../../library/items/highlights.ts";
import { EVERYTHING } from "../../library/placement.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toHighlightPage } from "./highlight-wire.ts";

/** Maximum highlights on a page; clients that ask for more get this many. */
const MAX_PER_PAGE = 50;

/** The operations on highlights. Highlights are changed with their item, by `updateItem`. */
export class HighlightHandlers implements Pick<Handlers, "listHighlights" | "listCollectionHighlights"> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async listHighlights({ query, principal }: Req<"listHighlights">): Res<"listHighlights"> {
    return { status: 200, body: await this.#list(principal.accountId, EVERYTHING, query) };
  }

  async listCollectionHighlights({
    params,
    query,
    principal,
  }: Req<"listCollectionHighlights">): Res<"listCollectionHighlights"> {
    return { status: 200, body: await this.#list(principal.accountId, params.collectionId, query) };
  }

  async #list(accountId: number, placeId: number, { page, perpage }: Req<"listHighlights">["query"]) {
    const range = { page, limit: Math.min(perpage, MAX_PER_PAGE) };
    return toHighlightPage(await highlights.list(this.#context.database, accountId, placeId, range));
  }
}
