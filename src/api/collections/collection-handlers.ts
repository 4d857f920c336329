import type * as http from "#contract/handler-types";
import type { Current } from "#contract/request/preconditions";
import { mapYielding } from "#contract/scheduling";
import type { operations, security } from "../../../generated/collections.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Context } from "../../context/context.ts";
import * as access from "../../library/access.ts";
import * as collections from "../../library/collections/collections.ts";
import * as covers from "../../library/collections/covers.ts";
import * as order from "../../library/collections/order.ts";
import * as removal from "../../library/collections/removal.ts";
import * as pictures from "../../library/covers/pictures.ts";
import * as bulk from "../../library/items/bulk.ts";
import * as library from "../../library/library.ts";
import { once } from "../once.ts";
import { PICTURE_HEADERS, toCollection, toCollectionChange, toNewCollection, toSingleCollection } from "./wire.ts";

export type Handlers = http.Handlers<operations, security, Principal>;
export type Req<Id extends keyof operations> = http.Req<operations[Id], http.Caller<security[Id], Principal>>;
export type Res<Id extends keyof operations> = Promise<http.Res<operations[Id]>>;

/**
 * Into how many parts the memory for unread responses is divided: four lists are built at a time (`slots.ts`), each of
 * the caller's own collections and of those of others.
 */
const PARTS = 8;

/** The operations on collections. */
export class CollectionHandlers implements Partial<Handlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async listRootCollections({ principal }: Req<"listRootCollections">): Res<"listRootCollections"> {
    return { status: 200, body: await this.#list(principal.accountId, "root") };
  }

  async listChildCollections({ principal }: Req<"listChildCollections">): Res<"listChildCollections"> {
    return { status: 200, body: await this.#list(principal.accountId, "nested") };
  }

  async getCollection({ params, principal }: Req<"getCollection">): Res<"getCollection"> {
    const collection = await access.getReadable(this.#context.database, principal?.accountId, params.id);
    return { status: 200, body: this.#toSingle(collection, principal?.accountId) };
  }

  async createCollection({ body, principal, keyed }: Req<"createCollection">): Res<"createCollection"> {
    const { database, clock, config } = this.#context;
    const { accountId } = principal;
    const input = toNewCollection(body, config.baseUrl);
    const quota = { maxBytes: config.accountQuota };
    return once(database, clock, keyed, async (handle) => {
      const collection = await collections.create(handle, clock, accountId, input, quota);
      return { status: 200, body: this.#toSingle(collection, accountId) };
    });
  }

  async updateCollection({ params, body, principal, ifMatch }: Req<"updateCollection">): Res<"updateCollection"> {
    const { database, clock, config } = this.#context;
    const { accountId } = principal;
    const [change, maxBytes] = [toCollectionChange(body, config.baseUrl), config.accountQuota];
    const collection = await ifMatch(
      () => this.#currentCollection(accountId, params.id),
      (ifVersion) => collections.update(database, clock, accountId, params.id, change, { ifVersion, maxBytes }),
    );
    return { status: 200, body: this.#toSingle(collection, accountId) };
  }

  async uploadCover({ params, body, principal: { accountId }, ifMatch }: Req<"uploadCover">): Res<"uploadCover"> {
    const { database, clock, config } = this.#context;
    const maxBytes = config.accountQuota;
    const collection = await ifMatch(
      () => this.#currentCollection(accountId, params.id),
      (ifVersion) => covers.upload(database, clock, accountId, params.id, body.cover, { ifVersion, maxBytes }),
    );
    return { status: 200, body: this.#toSingle(collection, accountId) };
  }

  async getPicture({ params }: Req<"getPicture">): Res<"getPicture"> {
    return {
      status: 200,
      type: "image/webp",
      headers: PICTURE_HEADERS,
      body: await pictures.get(this.#context.database, params.picture),
    };
  }

  async deleteCollection({ params, principal, ifMatch }: Req<"deleteCollection">): Res<"deleteCollection"> {
    const { database, clock } = this.#context;
    const { accountId } = principal;
    await ifMatch(
      () => this.#currentCollection(accountId, params.id, access.getOwned),
      (ifVersion) => removal.deleteTree(database, clock, accountId, params.id, { ifVersion }),
    );
    return { status: 200, body: { result: true } };
  }

  async emptyTrash({ principal, assertNoIfMatchTags }: Req<"emptyTrash">): Res<"emptyTrash"> {
    const { database, clock } = this.#context;
    assertNoIfMatchTags();
    await bulk.emptyTrash(database, clock, principal.accountId);
    return { status: 200, body: { result: true } };
  }

  async updateCollections({ body, principal, ifMatch }: Req<"updateCollections">): Res<"updateCollections"> {
    const { database, clock } = this.#context;
    const { accountId } = principal;
    await ifMatch(
      () => this.#currentRoots(accountId),
      (ifVersion) => order.updateAll(database, clock, accountId, body, { ifVersion }),
    );
    return { status: 200, body: { result: true } };
  }

  async deleteCollections({ body, principal, ifMatch }: Req<"deleteCollections">): Res<"deleteCollections"> {
    const { database, clock } = this.#context;
    const { accountId } = principal;
    const ids = await ifMatch(
      () => this.#currentRoots(accountId),
      (ifVersion) => removal.deleteMany(database, clock, accountId, body.ids, { ifVersion }),
    );
    return { status: 200, body: { result: true, modified: ids.length, ids } };
  }

  async mergeCollections({ body, principal, assertNoIfMatchTags }: Req<"mergeCollections">): Res<"mergeCollections"> {
    const { database, clock } = this.#context;
    assertNoIfMatchTags();
    const { result: ids } = await removal.merge(database, clock, principal.accountId, body);
    return { status: 200, body: { result: true, modified: ids.length, ids } };
  }

  async cleanCollections({ principal, assertNoIfMatchTags }: Req<"cleanCollections">): Res<"cleanCollections"> {
    const { database, clock } = this.#context;
    assertNoIfMatchTags();
    const { result: count } = await removal.deleteEmpty(database, clock, principal.accountId);
    return { status: 200, body: { result: true, count } };
  }

  /**
   * The body of `getCollection` for a caller who may change the collection, and the version of the owner's library.
   * Reads the version first, so that it is never newer than the body.
   */
  async #currentCollection(accountId: number, id: number, get = access.getWritable): Promise<Current> {
    const { database } = this.#context;
    const { account_id: ownerId } = await get(database, accountId, id);
    const version = await library.versionOf(database, ownerId);
    return { version, body: this.#toSingle(await get(database, accountId, id), accountId) };
  }

  /**
   * The body of `listRootCollections`, and the version of the account's library. The bulk operations
   * on collections have the same path, so the entity tags in their `If-Match` are those of this list.
   */
  async #currentRoots(accountId: number): Promise<Current> {
    const { database } = this.#context;
    const version = await library.versionOf(database, accountId);
    return { version, body: await this.#list(accountId, "root") };
  }

  /** The body of a list. Yields to the event loop while it maps a long one. */
  async #list(accountId: number, level: "root" | "nested") {
    const { database, config } = this.#context;
    const found = await collections.list(database, accountId, level, config.maxUnreadResponses / PARTS);
    const items = await mapYielding(found, (collection) => toCollection(collection, config.baseUrl));
    return { result: true as const, items };
  }

  #toSingle(collection: access.VisibleCollection, viewer: access.Viewer) {
    return toSingleCollection(collection, this.#context.config.baseUrl, viewer);
  }
}
