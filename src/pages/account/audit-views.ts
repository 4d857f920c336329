import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { ACTIONS } from "../../audit/action.ts";
import type { AuditEvent } from "../../audit/event.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { emptyState } from "../design/empty-state.ts";
import { input, select } from "../design/field.ts";
import { type FormState, NO_ERRORS, type Values } from "../design/form-state.ts";
import { PAGE_FORM, SEARCH_FORM } from "../design/page-form.ts";
import { pagination } from "../design/pagination.ts";
import { AUDIT, USERS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";

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
export function auditPage(request: FastifyRequest, reply: FastifyReply, found: Found): FastifyReply {
  const { values, events, hasMore, names, days } = found;
  return sendPage(request, reply, ({ texts }) => {
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
      content: html`<form class="card search" id="${PAGE_FORM}" method="get" action="${AUDIT}" role="search">
<div class="row">
!${input(form, { name: "account", type: "search", hint: audit.accountHint })}
!${select(form, "action", [["", audit.any], ...ACTIONS.map((name) => [name, audit.actions[name]] as const)])}
</div>
<div class="row">
!${input(form, { name: "from", type: "date" })}
!${input(form, { name: "to", type: "date" })}
</div>
!${button(audit.submit, "secondary")}
</form>
<section class="card" aria-label="${audit.results}">
!${events.length === 0 ? noEvents(audit) : table(columns(audit, names), events)}
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

function columns(texts: Texts["audit"], names: Found["names"]): readonly Column<AuditEvent>[] {
  return [
    { label: texts.time, width: 2, cell: ({ occurredAt }) => time(occurredAt) },
    { label: texts.action, width: 2, kind: "text", cell: ({ action }) => html`${labelOf(texts.actions, action)}` },
    {
      label: texts.actor,
      width: 2,
      kind: "text",
      cell: ({ actor, actorId, via }) =>
        html`!${actorId === null ? html`${texts.actors[actor]}` : accountLink(texts, names, actorId)}<p class="hint">${via}</p>`,
    },
    { label: texts.target, width: 2, kind: "text", cell: (event) => target(texts, names, event) },
    {
      label: texts.details,
      width: 2,
      kind: "text",
      cell: ({ details, personal }) => [...lines(texts, details), ...lines(texts, personal ?? "{}")].join("<br>"),
    },
    {
      label: texts.client,
      width: 2,
      kind: "text",
      cell: ({ address, credential }) =>
        html`${address}!${credential === null ? "" : html`<p class="hint">${credential}</p>`}`,
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

/** The values of a JSON object, as lines of markup. */
function lines(texts: Texts["audit"], json: string): string[] {
  const values: Record<string, unknown> = JSON.parse(json);
  return Object.entries(values).map(([name, value]) => html`${name}: !${valueText(texts, value)}`);
}

function valueText(texts: Texts["audit"], value: unknown): string {
  if (typeof value === "object" && value !== null && "from" in value && "to" in value) {
    return html`!${valueText(texts, value.from)} → !${valueText(texts, value.to)}`;
  }
  return value === null ? html`${texts.nothing}` : userText(String(value));
}
