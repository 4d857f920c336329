import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import { EVENT_TYPES, isEventType } from "../../library/events/event-types.ts";
import { MAX_URL_LENGTH } from "../../webhooks/destination.ts";
import * as webhooks from "../../webhooks/webhooks.ts";
import { button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { emptyState } from "../design/empty-state.ts";
import { checkbox, errorText, input } from "../design/field.ts";
import { errorSummary, type FormState, type Values, valuesIn } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { WEBHOOKS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import * as shownSecrets from "../forms/shown-secrets.ts";
import type { Texts } from "../texts/en.ts";

/** No contract has webhooks: their bounds are those of the domain. */
const CONSTRAINTS = { url: { required: true, maxLength: MAX_URL_LENGTH } } as const;

/** A new webhook gets all events unless its owner chooses some. */
const ALL_TYPES: Values = Object.fromEntries(EVENT_TYPES.map((type) => [type, "1"]));

/** The page "Webhooks": lists and creates webhooks. */
export function serveWebhooks(scope: FastifyInstance, context: Context): void {
  const { database, clock, config } = context;
  const allowsPrivate = config.webhookPrivateNetworks === "allow";

  scope.get("/webhooks", async (request, reply) => webhooksPage(request, reply, context));

  scope.post("/webhooks", KEEPS_DRAFTS, async (request, reply) => {
    const values = valuesIn(request.body);
    const types = Object.keys(values).filter(isEventType);
    const input = { url: (values.url ?? "").trim(), types };
    const { id, secret } = await webhooks.create(database, clock, getSignedInUser(request).id, input, {
      allowsPrivate,
    });
    const path = `${WEBHOOKS}/${id}`;
    shownSecrets.show(reply, context, { path, text: secret });
    return redirect(reply, { path, notice: "webhook-created" });
  });
}

async function webhooksPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { database }: Context,
): Promise<FastifyReply> {
  const own = await webhooks.list(database, getSignedInUser(request).id);
  return sendPage(request, reply, ({ texts }) => {
    const { webhooks: labels } = texts;
    const form: FormState = {
      texts,
      labels: { url: labels.url, types: labels.types, ...Object.fromEntries(EVENT_TYPES.map((type) => [type, type])) },
      constraints: CONSTRAINTS,
      ...shownForm(request, ALL_TYPES),
    };
    const parts = [
      card({ id: "webhooks", title: labels.list }, own.length === 0 ? noWebhooks(texts) : table(columns(texts), own)),
      createForm(request, reply, form),
    ];
    return {
      title: labels.title,
      lead: html`${labels.lead}`,
      form: POST_FORM,
      content: (own.length === 0 ? parts.toReversed() : parts).join("\n"),
    };
  });
}

/** The form that creates a webhook. */
function createForm(request: FastifyRequest, reply: FastifyReply, form: FormState): string {
  const { webhooks: labels } = form.texts;
  return html`<form class="card" id="${PAGE_FORM}" method="post" action="${WEBHOOKS}" aria-labelledby="create">
<h2 id="create">${labels.create}</h2>
!${errorSummary(form)}
!${csrfField(request, reply)}
!${input(form, { name: "url", type: "url", hint: labels.urlHint })}
<fieldset class="choices" id="types"><legend>${labels.types}</legend>
!${EVENT_TYPES.map((type) => checkbox(form, type))}
</fieldset>
!${errorText(form, "types")}
!${button(labels.submit)}
</form>`;
}

function noWebhooks({ webhooks: { none, noneText, createFirst } }: Texts): string {
  return emptyState({ title: none, text: noneText, action: buttonLink("#url", createFirst, "secondary") });
}

function columns({ webhooks: labels }: Texts): readonly Column<webhooks.Webhook>[] {
  return [
    {
      label: labels.url,
      width: 6,
      kind: "text",
      cell: ({ id, url }) => html`<a href="${WEBHOOKS}/${id}">!${userText(url)}</a>`,
    },
    { label: labels.status, width: 2, cell: (webhook) => stateOf(webhook, labels) },
    { label: labels.waiting, width: 2, cell: ({ waiting_count }) => html`${waiting_count}` },
    {
      label: labels.lastSuccess,
      width: 2,
      cell: ({ last_succeeded_at: at }) => (at === null ? html`${labels.never}` : time(at)),
    },
  ];
}

/** Whether a webhook is enabled, and whether its deliveries fail; as markup. */
export function stateOf(
  { disabled_reason: reason, failing_since: failingSince }: webhooks.Webhook,
  labels: Texts["webhooks"],
): string {
  if (reason === null && failingSince === null) return html`${labels.enabled}`;
  return html`<strong class="error">${reason === null ? labels.failing : labels.disabled}</strong>`;
}
