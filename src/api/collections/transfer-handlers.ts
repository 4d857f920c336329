import type { Context } from "../../context.ts";
import * as exports from "../../export/exports.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";

const TYPES = { csv: "text/csv; charset=utf-8", html: "text/html; charset=utf-8" } as const;

/** The operations that export and import items. */
export class TransferHandlers implements Partial<Handlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async exportItems({ params, query, principal }: Req<"exportItems">): Res<"exportItems"> {
    const { collectionId: placeId, format } = params;
    const { nested, sort: order } = query;
    const place = { placeId, nested };
    const lines = await exports.start(this.#context.database, principal.accountId, place, { format, order });
    return {
      status: 200,
      type: TYPES[format],
      headers: {
        "Content-Disposition": `attachment; filename="bookmarks.${format}"`,
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
      body: lines,
    };
  }
}
