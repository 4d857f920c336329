import type { Current } from "#contract/request/preconditions";
import type { Context } from "../../context/context.ts";
import * as access from "../../library/access.ts";
import * as tags from "../../library/items/tags.ts";
import * as library from "../../library/library.ts";
import { EVERYTHING, type PlaceId } from "../../library/placement.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toReplacement, toTagList, toTagNames } from "./facet-wire.ts";

type Operations =
  | "listTags"
  | "replaceTags"
  | "deleteTags"
  | "listCollectionTags"
  | "replaceCollectionTags"
  | "deleteCollectionTags";

/** The operations on tags. */
export class TagHandlers implements Pick<Handlers, Operations> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async listTags({ principal }: Req<"listTags">): Res<"listTags"> {
    return { status: 200, body: await this.#list(principal.accountId, EVERYTHING) };
  }

  async listCollectionTags({ params, principal }: Req<"listCollectionTags">): Res<"listCollectionTags"> {
    return { status: 200, body: await this.#list(principal.accountId, params.collectionId) };
  }

  async replaceTags({ body, principal, ifMatch }: Req<"replaceTags">): Res<"replaceTags"> {
    await this.#replace(principal.accountId, EVERYTHING, body, ifMatch);
    return { status: 200, body: { result: true } };
  }

  async replaceCollectionTags({
    params,
    body,
    principal,
    ifMatch,
  }: Req<"replaceCollectionTags">): Res<"replaceCollectionTags"> {
    await this.#replace(principal.accountId, params.collectionId, body, ifMatch);
    return { status: 200, body: { result: true } };
  }

  async deleteTags({ body, principal, ifMatch }: Req<"deleteTags">): Res<"deleteTags"> {
    await this.#remove(principal.accountId, EVERYTHING, body, ifMatch);
    return { status: 200, body: { result: true } };
  }

  async deleteCollectionTags({
    params,
    body,
    principal,
    ifMatch,
  }: Req<"deleteCollectionTags">): Res<"deleteCollectionTags"> {
    await this.#remove(principal.accountId, params.collectionId, body, ifMatch);
    return { status: 200, body: { result: true } };
  }

  async #list(accountId: number, placeId: PlaceId) {
    return toTagList(await tags.list(this.#context.database, accountId, placeId));
  }

  async #replace(
    accountId: number,
    placeId: PlaceId,
    body: Req<"replaceTags">["body"],
    ifMatch: Req<"replaceTags">["ifMatch"],
  ): Promise<void> {
    const { database, clock, config } = this.#context;
    const [replacement, maxBytes] = [toReplacement(body), config.accountQuota];
    await ifMatch(
      () => this.#current(accountId, placeId),
      (ifVersion) => tags.replace(database, clock, accountId, placeId, replacement, { ifVersion, maxBytes }),
    );
  }

  async #remove(
    accountId: number,
    placeId: PlaceId,
    body: Req<"deleteTags">["body"],
    ifMatch: Req<"deleteTags">["ifMatch"],
  ): Promise<void> {
    const { database, clock } = this.#context;
    const names = toTagNames(body.tags);
    await ifMatch(
      () => this.#current(accountId, placeId),
      (ifVersion) => tags.remove(database, clock, accountId, placeId, names, { ifVersion }),
    );
  }

  /** The list of tags, whose entity tags `If-Match` names, and the version of the library that has the items. */
  async #current(accountId: number, placeId: PlaceId): Promise<Current> {
    const { database } = this.#context;
    const version = await library.versionOf(database, await access.ownerOfWritable(database, accountId, placeId));
    return { version, body: await this.#list(accountId, placeId) };
  }
}
