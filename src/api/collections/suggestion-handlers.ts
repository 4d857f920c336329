import type { components } from "../../../generated/collections.ts";
import type { Context } from "../../context/context.ts";
import * as suggestions from "../../library/items/suggestions.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";

/** The operations that suggest collections and tags. */
export class SuggestionHandlers implements Pick<Handlers, "suggestForItem" | "suggestForLink"> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async suggestForItem({ params, principal }: Req<"suggestForItem">): Res<"suggestForItem"> {
    const found = await suggestions.forItem(this.#context.database, principal.accountId, params.id);
    return { status: 200, body: toSuggestions(found) };
  }

  async suggestForLink({ body, principal }: Req<"suggestForLink">): Res<"suggestForLink"> {
    const { link, title = "" } = body;
    const found = await suggestions.forLink(this.#context.database, principal.accountId, { link, title });
    return { status: 200, body: toSuggestions(found) };
  }
}

function toSuggestions({ collectionIds, tags }: suggestions.Suggestions): components["schemas"]["Suggestions"] {
  return { result: true, item: { collections: collectionIds.map((id) => ({ $id: id })), tags: [...tags] } };
}
