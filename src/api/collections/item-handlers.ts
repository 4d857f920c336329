import * as accounts from "../../accounts/accounts.ts";
import * as collections from "../../collections/collections.ts";
import type { Context } from "../../context.ts";
import * as bulk from "../../items/bulk.ts";
import type { Item } from "../../items/item.ts";
import * as items from "../../items/items.ts";
import * as listing from "../../items/listing.ts";
import * as scope from "../../items/scope.ts";
import * as statistics from "../../items/statistics.ts";
import { toAccount, toStatistics } from "./account-wire.ts";
import type { CollectionHandlers, Handlers, Req, Res } from "./collection-handlers.ts";
import { toChangeOfMany, toItem, toItemChange, toItemPage, toNewItem, toSelection, toSingleItem } from "./item-wire.ts";

/** The operations on items and on what an account holds: each unpacks, makes one call, wraps. */
export class ItemHandlers implements Omit<Handlers, keyof CollectionHandlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async createItem({ body, principal }: Req<"createItem">): Res<"createItem"> {
    const { database, clock } = this.#context;
    const item = await items.create(database, clock, principal.accountId, toNewItem(body));
    return { status: 200, body: toSingleItem(item) };
  }

  async createItems({ body, principal }: Req<"createItems">): Res<"createItems"> {
    const { database, clock } = this.#context;
    const made = await items.createMany(database, clock, principal.accountId, body.items.map(toNewItem));
    return { status: 200, body: { result: true, items: made.map(toItem) } };
  }

  async getItem({ params, principal }: Req<"getItem">): Res<"getItem"> {
    const item = await items.get(this.#context.database, principal?.accountId, params.id);
    return { status: 200, body: toSingleItem(item) };
  }

  async updateItem({ params, body, principal, refuseIfChanged }: Req<"updateItem">): Res<"updateItem"> {
    const { database, clock } = this.#context;
    const unlessChanged = (current: Item) => refuseIfChanged(toSingleItem(current));
    const change = toItemChange(body);
    const item = await items.update(database, clock, principal.accountId, params.id, change, unlessChanged);
    return { status: 200, body: toSingleItem(item) };
  }

  async deleteItem({ params, principal, refuseIfChanged }: Req<"deleteItem">): Res<"deleteItem"> {
    const { database, clock } = this.#context;
    const unlessChanged = (current: Item) => refuseIfChanged(toSingleItem(current));
    const item = await items.remove(database, clock, principal.accountId, params.id, unlessChanged);
    return { status: 200, body: toSingleItem(item) };
  }

  async listItems({ params, query, principal }: Req<"listItems">): Res<"listItems"> {
    const { database } = this.#context;
    const { collectionId: placeId } = params;
    const { nested, sort: order, page, perpage: limit, search: text } = query;
    const found = await scope.readable(database, principal?.accountId, { placeId, nested });
    const items = await listing.page(database, found, { order, page, limit, text });
    // A long search may outlast the right to read.
    if (principal?.accountId !== found.accountId)
      await scope.readable(database, principal?.accountId, { placeId, nested });
    return { status: 200, body: toItemPage(items, placeId) };
  }

  async updateItems(request: Req<"updateItems">): Res<"updateItems"> {
    const { params, query, body, principal } = request;
    const { database, clock } = this.#context;
    const selection = toSelection(params.collectionId, query.nested, body);
    const unlessChanged = this.#unlessPageChanged(params.collectionId, request);
    const { accountId } = principal;
    const modified = await bulk.update(database, clock, accountId, selection, toChangeOfMany(body), unlessChanged);
    return { status: 200, body: { result: true, modified } };
  }

  async deleteItems(request: Req<"deleteItems">): Res<"deleteItems"> {
    const { params, query, body, principal } = request;
    const { database, clock } = this.#context;
    const selection = toSelection(params.collectionId, query.nested, body);
    const unlessChanged = this.#unlessPageChanged(params.collectionId, request);
    const modified = await bulk.remove(database, clock, principal.accountId, selection, unlessChanged);
    return { status: 200, body: { result: true, modified } };
  }

  async getAccount({ principal }: Req<"getAccount">): Res<"getAccount"> {
    const { database } = this.#context;
    const account = await accounts.get(database, principal.accountId);
    const roots = await collections.list(database, principal.accountId, "root");
    return { status: 200, body: toAccount(account, roots), version: account.version };
  }

  async getStatistics({ principal }: Req<"getStatistics">): Res<"getStatistics"> {
    const { database } = this.#context;
    const account = await accounts.get(database, principal.accountId);
    return { status: 200, body: toStatistics(await statistics.of(database, principal.accountId), account) };
  }

  /** At this address `GET` answers the first page. */
  #unlessPageChanged(
    placeId: number,
    {
      principal,
      isConditional,
      refuseIfChanged,
    }: Pick<Req<"updateItems">, "principal" | "isConditional" | "refuseIfChanged">,
  ): bulk.Precondition {
    return async (transaction) => {
      if (!isConditional) return;
      const found = await scope.owned(transaction, principal.accountId, { placeId, nested: false });
      await refuseIfChanged(toItemPage(await listing.page(transaction, found, FIRST_PAGE), placeId));
    };
  }
}

/** What `listItems` gives without any parameter. */
const FIRST_PAGE: listing.Search = { order: "-created", page: 0, limit: 25, text: "" };
