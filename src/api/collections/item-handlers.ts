import type { Current } from "#contract/request/preconditions";
import { mapInSlices } from "#contract/scheduling";
import type { Context } from "../../context/context.ts";
import * as access from "../../library/access.ts";
import * as bulk from "../../library/items/bulk.ts";
import * as itemCover from "../../library/items/cover.ts";
import * as filters from "../../library/items/filters.ts";
import * as items from "../../library/items/items.ts";
import * as listing from "../../library/items/listing.ts";
import * as lookup from "../../library/items/lookup.ts";
import * as statistics from "../../library/items/statistics.ts";
import * as library from "../../library/library.ts";
import { once } from "../once.ts";
import type { AccountHandlers } from "./account-handlers.ts";
import { toStatistics } from "./account-wire.ts";
import type { CollectionHandlers, Handlers, Req, Res } from "./collection-handlers.ts";
import { toFilters } from "./facet-wire.ts";
import type { FileHandlers } from "./file-handlers.ts";
import type { HighlightHandlers } from "./highlight-handlers.ts";
import type { IconHandlers } from "./icon-handlers.ts";
import {
  toBulkChange,
  toItem,
  toItemChange,
  toItemPage,
  toLimit,
  toNewItem,
  toOrder,
  toSelection,
  toSingleItem,
} from "./item-wire.ts";
import type { SharingHandlers } from "./sharing-handlers.ts";
import type { SuggestionHandlers } from "./suggestion-handlers.ts";
import type { TagHandlers } from "./tag-handlers.ts";
import type { TransferHandlers } from "./transfer-handlers.ts";
import type { UndoHandlers } from "./undo-handlers.ts";

/** The default query parameters of `listItems`. */
const FIRST_PAGE: listing.ListQuery = { order: "-created", page: 0, limit: 25, text: "" };

/** The operations on items, and the statistics of the account. */
export class ItemHandlers
  implements
    Omit<
      Handlers,
      | keyof AccountHandlers
      | keyof CollectionHandlers
      | keyof FileHandlers
      | keyof HighlightHandlers
      | keyof IconHandlers
      | keyof SharingHandlers
      | keyof SuggestionHandlers
      | keyof TagHandlers
      | keyof TransferHandlers
      | keyof UndoHandlers
    >
{
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async createItem({ body, principal, keyed }: Req<"createItem">): Res<"createItem"> {
    const { database, clock, config } = this.#context;
    const quota = { maxBytes: config.accountQuota };
    return once(database, clock, keyed, async (handle) => {
      const item = await items.create(handle, clock, principal.accountId, toNewItem(body), quota);
      return { status: 200, body: toSingleItem(item) };
    });
  }

  async createItems({ body, principal, keyed }: Req<"createItems">): Res<"createItems"> {
    const { database, clock, config } = this.#context;
    const quota = { maxBytes: config.accountQuota };
    const inputs = await mapInSlices(body.items, toNewItem);
    return once(database, clock, keyed, async (handle) => {
      const created = await items.createMany(handle, clock, principal.accountId, inputs, quota);
      return { status: 200, body: { result: true, items: await mapInSlices(created, toItem) } };
    });
  }

  async getItem({ params, principal }: Req<"getItem">): Res<"getItem"> {
    const item = await lookup.getReadable(this.#context.database, principal?.accountId, params.id);
    return { status: 200, body: toSingleItem(item) };
  }

  async updateItem({ params, body, principal, ifMatch }: Req<"updateItem">): Res<"updateItem"> {
    const { database, clock, config } = this.#context;
    const { accountId } = principal;
    const [change, maxBytes] = [toItemChange(body), config.accountQuota];
    const item = await ifMatch(
      () => this.#currentItem(accountId, params.id),
      (ifVersion) => items.update(database, clock, accountId, params.id, change, { ifVersion, maxBytes }),
    );
    return { status: 200, body: toSingleItem(item) };
  }

  async deleteItem({ params, principal, ifMatch }: Req<"deleteItem">): Res<"deleteItem"> {
    const { database, clock } = this.#context;
    const { accountId } = principal;
    const { result } = await ifMatch(
      () => this.#currentItem(accountId, params.id),
      (ifVersion) => items.remove(database, clock, accountId, params.id, { ifVersion }),
    );
    return { status: 200, body: toSingleItem(result) };
  }

  async uploadItemCover({ params, body, principal, ifMatch }: Req<"uploadItemCover">): Res<"uploadItemCover"> {
    const { database, clock, config } = this.#context;
    const { accountId } = principal;
    const options = { baseUrl: config.baseUrl, maxBytes: config.accountQuota };
    const item = await ifMatch(
      () => this.#currentItem(accountId, params.id),
      (ifVersion) => itemCover.upload(database, clock, accountId, params.id, body.cover, { ...options, ifVersion }),
    );
    return { status: 200, body: toSingleItem(item) };
  }

  async listItems({ params, query, principal }: Req<"listItems">): Res<"listItems"> {
    const { collectionId: placeId } = params;
    const { nested, sort, page, perpage, ids } = query;
    // Spaces alone are what a user has typed so far; in a bulk operation they would match nothing.
    const search = { order: toOrder(sort), page, limit: toLimit(perpage), text: query.search.trim(), ids };
    const found = await listing.list(this.#context.database, principal?.accountId, { placeId, nested }, search);
    return { status: 200, body: toItemPage(found, placeId) };
  }

  async getFilters({ params, query, principal }: Req<"getFilters">): Res<"getFilters"> {
    const place = { placeId: params.collectionId, nested: query.nested };
    const tagOrder = query.tagsSort === "_id" ? "_id" : "-count";
    const options = { tagOrder, text: query.search.trim() } as const;
    const found = await filters.get(this.#context.database, principal?.accountId, place, options);
    return { status: 200, body: toFilters(found, params.collectionId) };
  }

  async updateItems({ params, query, body, principal, ifMatch }: Req<"updateItems">): Res<"updateItems"> {
    const { database, clock, config } = this.#context;
    const { accountId } = principal;
    const selection = toSelection(params.collectionId, query, body);
    const [change, maxBytes] = [toBulkChange(body), config.accountQuota];
    const isAllMeant = query.dangerAll || body.dangerAll;
    const { result: counts } = await ifMatch(
      () => this.#currentPage(accountId, params.collectionId),
      (ifVersion) => bulk.update(database, clock, accountId, selection, change, { ifVersion, maxBytes, isAllMeant }),
    );
    return { status: 200, body: { result: true, ...counts } };
  }

  async deleteItems({ params, query, body, principal, ifMatch }: Req<"deleteItems">): Res<"deleteItems"> {
    const { database, clock } = this.#context;
    const { accountId } = principal;
    const selection = toSelection(params.collectionId, query, body);
    const { result: counts } = await ifMatch(
      () => this.#currentPage(accountId, params.collectionId),
      (ifVersion) => bulk.remove(database, clock, accountId, selection, { ifVersion }),
    );
    return { status: 200, body: { result: true, ...counts } };
  }

  async getStatistics({ principal }: Req<"getStatistics">): Res<"getStatistics"> {
    const found = await statistics.get(this.#context.database, principal.accountId);
    return { status: 200, body: toStatistics(found, principal.accountId) };
  }

  /**
   * The body of `getItem` for the owner or a member, and the version of the owner's library. Reads the version
   * first, so that it is never newer than the body.
   */
  async #currentItem(accountId: number, id: number): Promise<Current> {
    const { database } = this.#context;
    const { account_id: ownerId } = await lookup.getWritable(database, accountId, id);
    const version = await library.versionOf(database, ownerId);
    return { version, body: toSingleItem(await lookup.getWritable(database, accountId, id)) };
  }

  /**
   * The body of `listItems` without query parameters, and the version of the owner's library. The
   * bulk operations on items have the same path, so the entity tags in their `If-Match` are those of
   * this page.
   */
  async #currentPage(accountId: number, placeId: number): Promise<Current> {
    const { database } = this.#context;
    const version = await library.versionOf(database, await access.ownerOfWritable(database, accountId, placeId));
    const found = await listing.listWritable(database, accountId, { placeId, nested: false }, FIRST_PAGE);
    return { version, body: toItemPage(found, placeId) };
  }
}
