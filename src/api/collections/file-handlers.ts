import { attachmentNamed } from "#contract/response/download";
import type { Context } from "../../context/context.ts";
import * as copies from "../../library/items/copies.ts";
import { pathOfCopy } from "../../library/items/copy-address.ts";
import * as itemFile from "../../library/items/file.ts";
import { cleanLink } from "../../library/items/link.ts";
import * as lookup from "../../library/items/lookup.ts";
import * as uploadedCopy from "../../library/items/uploaded-copy.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toSingleItem } from "./item-wire.ts";
import { placeIdInForm } from "./reference.ts";

/** The path of items, up to their id. */
const ITEMS_PATH = "/rest/v1/raindrop/";

/** The operations on uploaded files and on copies of pages, each of which belongs to an item. */
export class FileHandlers implements Partial<Handlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async uploadFile({ body: form, principal }: Req<"uploadFile">): Res<"uploadFile"> {
    const { database, clock, config } = this.#context;
    const file: itemFile.NewFile = {
      content: form.file.content(),
      name: form.file.name,
      get placeId() {
        return placeIdInForm(form);
      },
    };
    const options = { itemAddress: config.baseUrl + ITEMS_PATH, maxBytes: config.accountQuota };
    const { result: item } = await itemFile.upload(database, clock, principal.accountId, file, options);
    return { status: 200, body: toSingleItem(item) };
  }

  async getFile({ params, query, principal }: Req<"getFile">): Res<"getFile"> {
    const file = await itemFile.get(this.#context.database, principal?.accountId, params.id, query.type);
    return {
      status: 200,
      type: "application/octet-stream",
      headers: {
        "Content-Disposition": attachmentNamed(file.name),
        "Content-Length": file.size,
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
      },
      body: file.content,
    };
  }

  async uploadCopy({ body: form, principal }: Req<"uploadCopy">): Res<"uploadCopy"> {
    const { database, clock, config } = this.#context;
    const page = {
      content: form.file.content(),
      get link() {
        return cleanLink(form.url);
      },
      get title() {
        return form.title?.trim() ?? "";
      },
    };
    const item = await uploadedCopy.upload(database, clock, principal.accountId, page, {
      maxBytes: config.accountQuota,
    });
    return { status: 200, body: toSingleItem(item) };
  }

  async getCopy({ params, query, principal }: Req<"getCopy">): Res<"getCopy"> {
    const address = await this.#addressOfCopy(principal?.accountId, params.id);
    const { baseUrl } = this.#context.config;
    if (query.json === 1) return { status: 200, body: { result: true, link: new URL(address, baseUrl).href } };
    return { status: 307, headers: { Location: address } };
  }

  /** The address of the copy of an item, or of its uploaded file: a path, unless it is on another origin. */
  async #addressOfCopy(viewer: number | undefined, id: number): Promise<string> {
    const { database, clock, config, subkeys } = this.#context;
    const { file_type: type } = await lookup.getReadable(database, viewer, id);
    if (type !== null) return ITEMS_PATH + itemFile.pathOf(id, type);
    const fileId = await copies.getFile(database, viewer, id);
    return (config.copiesOrigin ?? "") + pathOfCopy(subkeys.copies.key, clock, { id, fileId });
  }
}
