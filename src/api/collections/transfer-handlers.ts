import type { Context } from "../../context/context.ts";
import * as backups from "../../library/export/backups.ts";
import * as exports from "../../library/export/exports.ts";
import { MAX_ARCHIVE } from "../../library/import/packed/first-entry.ts";
import { preview } from "../../library/import/preview.ts";
import * as existingLinks from "../../library/items/existing-links.ts";
import { cleanLink } from "../../library/items/link.ts";
import { parseLink } from "../../library/items/parsed-link.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toOrder } from "./item-wire.ts";
import { toBackup, toExistingLinks, toFileContents, toParsedLink } from "./transfer-wire.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
  txt: "text/plain; charset=utf-8",
} as const;

/** Raindrop.io's text, which clients show. No e-mail is sent. */
const BACKUP_STARTED =
  "We will send you email with html export file when it be ready! Time depends on bookmarks count and queue.";

/** How long a person waits for a page. */
const PARSE_OPTIONS = { timeout: 5_000 };

/** The operations that export and import items. */
export class TransferHandlers implements Partial<Handlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async exportItems({ params, query, principal }: Req<"exportItems">): Res<"exportItems"> {
    const { collectionId: placeId, format } = params;
    const { nested, sort, search, ids } = query;
    const { database, clock } = this.#context;
    const { accountId } = principal;
    const place = { placeId, nested };
    const options = { order: toOrder(sort), search, ids };
    if (format === "zip") {
      const body = await exports.startArchive(database, clock, accountId, place, options);
      return { status: 200, type: "application/zip", headers: downloadHeaders(format), body };
    }
    const body = await exports.start(database, accountId, place, { format, ...options });
    return { status: 200, type: TYPES[format], headers: downloadHeaders(format), body };
  }

  async findLink({ query, principal }: Req<"findLink">): Res<"findLink"> {
    const found = await existingLinks.find(this.#context.database, principal.accountId, [query.url]);
    return { status: 200, body: toExistingLinks(found) };
  }

  async findLinks({ body, principal }: Req<"findLinks">): Res<"findLinks"> {
    const found = await existingLinks.find(this.#context.database, principal.accountId, body.urls);
    return { status: 200, body: toExistingLinks(found) };
  }

  async parseLink({ query }: Req<"parseLink">): Res<"parseLink"> {
    const link = cleanLink(query.url);
    const parsed = parseLink(link);
    const reading = parsed.site === "" ? undefined : await this.#context.readPage?.(new URL(link), PARSE_OPTIONS);
    return { status: 200, body: toParsedLink(link, parsed, reading) };
  }

  async parseFile({ body, principal: { accountId } }: Req<"parseFile">): Res<"parseFile"> {
    const { database, clock } = this.#context;
    // All but archives may have less, which `preview` checks.
    const found = await preview(database, { accountId, source: body.import.content(MAX_ARCHIVE), now: clock() });
    return { status: 200, body: await toFileContents(found) };
  }

  async parseFileByPut(request: Req<"parseFileByPut">): Res<"parseFileByPut"> {
    return this.parseFile(request);
  }

  async listBackups({ principal }: Req<"listBackups">): Res<"listBackups"> {
    const found = await backups.list(this.#context.database, principal.accountId);
    return { status: 200, body: { result: true, items: found.map(toBackup) } };
  }

  async startBackup({ principal: { accountId } }: Req<"startBackup">): Res<"startBackup"> {
    const { database, clock, config, backups: worker } = this.#context;
    worker.assertRoom();
    const id = await backups.start(database, clock, accountId);
    if (id !== undefined) worker.add({ id, accountId, maxBytes: config.accountQuota });
    return {
      status: 200,
      type: "text/plain; charset=utf-8",
      headers: { "Cache-Control": "no-store" },
      body: linesOf(BACKUP_STARTED),
    };
  }

  async downloadBackup({ params, principal }: Req<"downloadBackup">): Res<"downloadBackup"> {
    const { backup, format } = params;
    const parts = await backups.read(this.#context.database, principal.accountId, backup, format);
    return { status: 200, type: TYPES[format], headers: downloadHeaders(format), body: parts };
  }
}

/** Header fields of a file to save. */
function downloadHeaders<Format extends exports.Format | "zip">(format: Format) {
  return {
    "Content-Disposition": `attachment; filename="bookmarks.${format}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
  } as const;
}

async function* linesOf(text: string): AsyncIterable<string> {
  yield text;
}
