import type { operations, security } from "../../../generated/collections.ts";
import type { Principal } from "../../accounts/principal.ts";
import * as access from "../../collections/access.ts";
import type { Collection } from "../../collections/collection.ts";
import * as collections from "../../collections/collections.ts";
import * as order from "../../collections/order.ts";
import * as removal from "../../collections/removal.ts";
import type { Context } from "../../context.ts";
import { toCover } from "../../covers/image.ts";
import * as pictures from "../../covers/pictures.ts";
import type * as http from "../../http/types.ts";
import * as bulk from "../../items/bulk.ts";
import { mapYielding } from "../../scheduling.ts";
import { toCollection, toCollectionChange, toNewCollection, toSingleCollection } from "./wire.ts";

export type Handlers = http.Handlers<operations, security, Principal>;
export type Req<Id extends keyof operations> = http.Req<operations[Id], http.Caller<security[Id], Principal>>;
export type Res<Id extends keyof operations> = Promise<http.Res<operations[Id]>>;

/** Who asks for a change, and on what conditions. */
export interface Conditional extends http.Conditions {
  readonly principal: Principal;
}

/** The operations on collections: each unpacks, makes one call, wraps. */
export class CollectionHandlers implements Partial<Handlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async listRootCollections({ principal }: Req<"listRootCollections">): Res<"listRootCollections"> {
    const found = await collections.list(this.#context.database, principal.accountId, "root");
    return { status: 200, body: await this.#toList(found) };
  }

  async listChildCollections({ principal }: Req<"listChildCollections">): Res<"listChildCollections"> {
    const found = await collections.list(this.#context.database, principal.accountId, "nested");
    return { status: 200, body: await this.#toList(found) };
  }

  async getCollection({ params, principal }: Req<"getCollection">): Res<"getCollection"> {
    const collection = await access.getReadable(this.#context.database, principal?.accountId, params.id);
    return { status: 200, body: this.#toSingle(collection, principal) };
  }

  async createCollection({ body, principal }: Req<"createCollection">): Res<"createCollection"> {
    const { database, clock, config } = this.#context;
    const input = toNewCollection(body, config.baseUrl);
    const collection = await collections.create(database, clock, principal.accountId, input);
    return { status: 200, body: this.#toSingle(collection, principal) };
  }

  async updateCollection(request: Req<"updateCollection">): Res<"updateCollection"> {
    const { params, body, principal } = request;
    const { database, clock, config } = this.#context;
    const change = toCollectionChange(body, config.baseUrl);
    const unlessChanged = this.#unlessChanged(request);
    const { accountId } = principal;
    const collection = await collections.update(database, clock, accountId, params.id, change, unlessChanged);
    return { status: 200, body: this.#toSingle(collection, principal) };
  }

  async uploadCover(request: Req<"uploadCover">): Res<"uploadCover"> {
    const { params, body, principal } = request;
    const { database, clock } = this.#context;
    await access.getOwned(database, principal.accountId, params.id);
    const picture = await toCover(body);
    const unlessChanged = this.#unlessChanged(request);
    const { accountId } = principal;
    const collection = await collections.setCover(database, clock, accountId, params.id, picture, unlessChanged);
    return { status: 200, body: this.#toSingle(collection, principal) };
  }

  async getPicture({ params }: Req<"getPicture">): Res<"getPicture"> {
    return {
      status: 200,
      type: "image/webp",
      headers: {
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
      body: await pictures.get(this.#context.database, params.picture),
    };
  }

  async deleteCollection(request: Req<"deleteCollection">): Res<"deleteCollection"> {
    const { params, principal } = request;
    const { database, clock } = this.#context;
    await removal.deleteTree(database, clock, principal.accountId, params.id, this.#unlessChanged(request));
    return { status: 200, body: { result: true } };
  }

  async emptyTrash({ principal, refuseIfChanged }: Req<"emptyTrash">): Res<"emptyTrash"> {
    const { database, clock } = this.#context;
    await bulk.emptyTrash(database, clock, principal.accountId, () => refuseIfChanged(null));
    return { status: 200, body: { result: true } };
  }

  async updateCollections(request: Req<"updateCollections">): Res<"updateCollections"> {
    const { body, principal } = request;
    const { database, clock } = this.#context;
    await order.updateAll(database, clock, principal.accountId, body, this.#unlessRootsChanged(request));
    return { status: 200, body: { result: true } };
  }

  async deleteCollections(request: Req<"deleteCollections">): Res<"deleteCollections"> {
    const { body, principal } = request;
    const { database, clock } = this.#context;
    const unlessChanged = this.#unlessRootsChanged(request);
    const ids = await removal.deleteMany(database, clock, principal.accountId, body.ids, unlessChanged);
    return { status: 200, body: { result: true, modified: ids.length, ids } };
  }

  async mergeCollections({ body, principal, refuseIfChanged }: Req<"mergeCollections">): Res<"mergeCollections"> {
    const { database, clock } = this.#context;
    const ids = await removal.merge(database, clock, principal.accountId, body, () => refuseIfChanged(null));
    return { status: 200, body: { result: true, modified: ids.length, ids } };
  }

  async cleanCollections({ principal, refuseIfChanged }: Req<"cleanCollections">): Res<"cleanCollections"> {
    const { database, clock } = this.#context;
    const count = await removal.deleteEmpty(database, clock, principal.accountId, () => refuseIfChanged(null));
    return { status: 200, body: { result: true, count } };
  }

  /** A long list is mapped in parts; others run in between. */
  async #toList(found: readonly Collection[]) {
    const { baseUrl } = this.#context.config;
    const items = await mapYielding(found, (collection) => toCollection(collection, baseUrl));
    return { result: true as const, items };
  }

  #toSingle(collection: Collection, principal: Principal | undefined) {
    return toSingleCollection(collection, this.#context.config.baseUrl, principal?.accountId);
  }

  /** `If-Match` names a collection as `getCollection` answers its owner. */
  #unlessChanged({ principal, refuseIfChanged }: Conditional) {
    return (current: Collection) => refuseIfChanged(this.#toSingle(current, principal));
  }

  /** At this address `GET` answers the root collections. */
  #unlessRootsChanged({ principal, isConditional, refuseIfChanged }: Conditional) {
    return async (database: Context["database"]) => {
      if (!isConditional) return;
      const roots = await collections.list(database, principal.accountId, "root");
      await refuseIfChanged(await this.#toList(roots));
    };
  }
}
