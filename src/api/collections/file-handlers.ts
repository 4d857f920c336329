import type { Context } from "../../context/context.ts";
import * as itemFile from "../../library/items/file.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toSingleItem } from "./item-wire.ts";
import { placeIdInForm } from "./reference.ts";

/** The path of items, up to their id. */
const ITEMS_PATH = "/rest/v1/raindrop/";

/** The operations on uploaded files, each of which belongs to an item. */
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
    const item = await itemFile.upload(database, clock, principal.accountId, file, options);
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

  async getCopy({ params, query, principal }: Req<"getCopy">): Res<"getCopy"> {
    const { type } = await itemFile.get(this.#context.database, principal?.accountId, params.id);
    const path = ITEMS_PATH + itemFile.pathOf(params.id, type);
    if (query.json === 1) return { status: 200, body: { result: true, link: this.#context.config.baseUrl + path } };
    return { status: 307, headers: { Location: path } };
  }
}

/**
 * The value of `Content-Disposition` for a file to save (RFC 6266): its name in ASCII for old clients and, if that is
 * not the same, encoded in UTF-8 (RFC 8187).
 */
function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${hexOf(character)}`);
  return `attachment; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${encoded}`}`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}
