import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { sendDownload } from "#contract/response/download";
import * as accounts from "../../accounts/accounts.ts";
import { namesOf } from "../../accounts/listing.ts";
import { ACTIONS, isAction } from "../../audit/action.ts";
import type { AuditEvent } from "../../audit/event.ts";
import * as listing from "../../audit/listing.ts";
import type { Context } from "../../context/context.ts";
import * as auditLog from "../../library/export/audit-log.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { emptyState } from "../design/empty-state.ts";
import { input, select } from "../design/field.ts";
import { type FormState, NO_ERRORS, type Values, valuesIn } from "../design/form-state.ts";
import { PAGE_FORM, SEARCH_FORM } from "../design/page-form.ts";
import { pagination } from "../design/pagination.ts";
import { AUDIT, USERS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { utcTime } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/language.ts";

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

interface Found {
  /** Of the form with the filters. */
  readonly values: Values;
  readonly events: readonly AuditEvent[];
  readonly hasMore: boolean;
  /** The names of the accounts of the events, by id; without those of deleted accounts. */
  readonly names: ReadonlyMap<number, string>;
  /** Days after which events are deleted; undefined: never. */
  readonly days: number | undefined;
}

/** The form with the filters, the events found, and links to download all that match. */
function auditPage(request: FastifyRequest, reply: FastifyReply, found: Found): FastifyReply {
  const { values, events, hasMore, names, days } = found;
  return sendPage(request, reply, ({ texts, language }) => {
    const { audit } = texts;
    const { account, action, from, to } = audit;
    const form: FormState = {
      texts,
      labels: { account, action, from, to },
      constraints: { account: { maxLength: 255 } },
      values,
      errors: NO_ERRORS,
    };
    const last = events.at(-1);
    const next = last && hasMore ? addressOf(values, "", { after: `${last.occurredAt}.${last.id}` }) : undefined;
    return {
      title: audit.title,
      lead: html`${days === undefined ? audit.lead : `${audit.lead} ${audit.kept(days)}`}`,
      form: SEARCH_FORM,
      content: html`<form class="card filters" id="${PAGE_FORM}" method="get" action="${AUDIT}" role="search">
<div class="row">
!${input(form, { name: "account", type: "search", hint: audit.accountHint })}
!${select(form, "action", [["", audit.any], ...ACTIONS.map((name) => [name, audit.actions[name]] as const)])}
!${input(form, { name: "from", type: "date" })}
!${input(form, { name: "to", type: "date" })}
</div>
!${button(audit.submit, "secondary")}
</form>
<section class="card" aria-label="${audit.results}">
!${events.length === 0 ? noEvents(audit) : table(columns(audit, language, names), events)}
!${pagination(texts.nextPage, next)}
!${
        events.length === 0
          ? ""
          : actions(
              buttonLink(addressOf(values, "/export.csv"), audit.csv, "secondary"),
              buttonLink(addressOf(values, "/export.jsonl"), audit.jsonl, "secondary"),
            )
      }
</section>`,
    };
  });
}

/** The address of the page or a file, with the same filters. */
function addressOf(
  { account = "", action = "", from = "", to = "" }: Values,
  path: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const used = Object.entries({ account, action, from, to, ...more }).filter(([, value]) => value !== "");
  return used.length === 0 ? `${AUDIT}${path}` : `${AUDIT}${path}?${new URLSearchParams(used)}`;
}

function noEvents({ none, noneText, showAll }: Texts["audit"]): string {
  return emptyState({ title: none, text: noneText, action: buttonLink(AUDIT, showAll, "secondary") });
}

function columns(texts: Texts["audit"], language: Language, names: Found["names"]): readonly Column<AuditEvent>[] {
  return [
    { label: texts.time, width: 2, cell: ({ occurredAt }) => utcTime(language, occurredAt) },
    { label: texts.action, width: 2, kind: "text", cell: ({ action }) => html`${labelOf(texts.actions, action)}` },
    {
      label: texts.actor,
      width: 3,
      kind: "text",
      cell: ({ actor, actorId, via, address, credential }) =>
        html`!${actorId === null ? html`${texts.actors[actor]}` : accountLink(texts, names, actorId)}!${[via === actor ? "" : via, address, credential].map((line) => (line ? html`<p class="hint">${line}</p>` : ""))}`,
    },
    { label: texts.target, width: 2, kind: "text", cell: (event) => target(texts, names, event) },
    {
      label: texts.details,
      width: 3,
      kind: "text",
      cell: ({ details, personal }) =>
        [details, personal ?? "{}"].flatMap((json) => lines({ texts, language }, json)).join("<br>"),
    },
  ];
}

function target(texts: Texts["audit"], names: Found["names"], event: AuditEvent): string {
  const { targetKind, targetId, accountId } = event;
  const account = accountId === null ? "" : accountLink(texts, names, accountId);
  if (targetKind === "account") return account;
  return html`${labelOf(texts.targets, targetKind)} ${targetId}!${account === "" ? "" : html`<p class="hint">!${account}</p>`}`;
}

/** A link to an account; only its number if it is deleted. */
function accountLink(texts: Texts["audit"], names: Found["names"], id: number): string {
  const name = names.get(id);
  if (name === undefined) return html`${texts.account} ${id}`;
  return html`<a href="${USERS}/${id}">!${userText(name)}</a>`;
}

/** The label of a name; the name itself if a newer version of the server wrote it. */
function labelOf(labels: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name;
}

/** What the values of an event are shown with. */
interface Wording {
  readonly texts: Texts["audit"];
  readonly language: Language;
}

/** The values of a JSON object, as lines of markup. */
function lines(wording: Wording, json: string): string[] {
  const values: Record<string, unknown> = JSON.parse(json);
  return Object.entries(values).map(
    ([name, value]) => html`${labelOf(wording.texts.detailNames, name)}: !${valueText(wording, name, value)}`,
  );
}

function valueText(wording: Wording, name: string, value: unknown): string {
  const { texts, language } = wording;
  if (typeof value === "object" && value !== null && "from" in value && "to" in value) {
    return html`!${valueText(wording, name, value.from)} → !${valueText(wording, name, value.to)}`;
  }
  if (value === null)
    return html`${Object.hasOwn(texts.withoutValue, name) ? labelOf(texts.withoutValue, name) : texts.nothing}`;
  if (typeof value === "boolean") return html`${value ? texts.yes : texts.no}`;
  if (name === "expires_at" && typeof value === "number") return utcTime(language, value);
  return userText(String(value));
}
