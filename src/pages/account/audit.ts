import type { FastifyInstance } from "fastify";
import { sendDownload } from "#contract/response/download";
import * as accounts from "../../accounts/accounts.ts";
import { namesOf } from "../../accounts/listing.ts";
import { isAction } from "../../audit/action.ts";
import * as listing from "../../audit/listing.ts";
import type { Context } from "../../context/context.ts";
import * as auditLog from "../../library/export/audit-log.ts";
import { type Values, valuesIn } from "../design/form-state.ts";
import { auditPage } from "./audit-views.ts";

/** Events on a page. */
const PAGE_SIZE = 50;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A filter that matches nothing: no account has this id. */
const NO_ACCOUNT = 0;

/** Serves the page where administrators read the audit log, and the files with it. */
export function serveAudit(scope: FastifyInstance, { database, config }: Context): void {
  scope.get("/audit", async (request, reply) => {
    const values = valuesIn(request.query);
    const after = cursorIn(values);
    const found = await listing.page(database, await filterIn(values), { after, limit: PAGE_SIZE });
    const ids = found.events.flatMap(({ actorId, accountId }) => [actorId ?? NO_ACCOUNT, accountId ?? NO_ACCOUNT]);
    return auditPage(request, reply, {
      values,
      ...found,
      names: await namesOf(database, ids),
      days: config.auditDays,
    });
  });

  scope.get("/audit/export.csv", async (request, reply) => {
    const text = auditLog.csvParts(database, await filterIn(valuesIn(request.query)));
    return sendDownload(request, reply, { name: "audit-log.csv", type: "text/csv; charset=utf-8", content: { text } });
  });

  scope.get("/audit/export.jsonl", async (request, reply) => {
    const text = auditLog.jsonLines(database, await filterIn(valuesIn(request.query)));
    return sendDownload(request, reply, {
      name: "audit-log.jsonl",
      type: "application/jsonl; charset=utf-8",
      content: { text },
    });
  });

  async function filterIn({ account = "", action = "", from = "", to = "" }: Values): Promise<listing.Filter> {
    const lastDay = dayIn(to);
    return {
      accountId: account.trim() === "" ? undefined : await accountIdOf(account.trim()),
      action: isAction(action) ? action : undefined,
      from: dayIn(from),
      until: lastDay === undefined ? undefined : lastDay + DAY_MS,
    };
  }

  /** The id of an account by its id, which may be deleted, or its e-mail address. */
  async function accountIdOf(text: string): Promise<number> {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    // Not every database takes a NUL character.
    const account = text.includes("\0") ? undefined : await accounts.findByEmail(database, text);
    return account?.id ?? NO_ACCOUNT;
  }
}

/** The start of a day such as 2026-01-31 in UTC; undefined for other text. */
function dayIn(text: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The position of the last event of the page before, `<time>.<id>`; undefined for the first page. */
function cursorIn({ after = "" }: Values): listing.Cursor | undefined {
  const [, occurredAt, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(after) ?? [];
  return id === undefined ? undefined : { occurredAt: Number(occurredAt), id: Number(id) };
}
