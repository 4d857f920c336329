import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import * as deliveries from "../../webhooks/deliveries.ts";
import * as webhooks from "../../webhooks/webhooks.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { emptyState } from "../design/empty-state.ts";
import { WEBHOOKS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, keepsDrafts } from "../forms/drafts.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import * as shownSecrets from "../forms/shown-secrets.ts";
import type { Texts } from "../texts/en.ts";
import { stateOf } from "./webhooks.ts";

type WebhookTexts = Texts["webhooks"];

/** The page of one webhook: its state, what can be done with it, and its recent deliveries. */
export function serveWebhook(scope: FastifyInstance, context: Context): void {
  const { database, clock, minuteCounter: counter } = context;
  const userId = (request: FastifyRequest) => getSignedInUser(request).id;

  scope.get("/webhooks/:id", async (request, reply) => webhookPage(request, reply, context));

  scope.post("/webhooks/:id/test", keepsDrafts("/test"), async (request, reply) => {
    const id = idParameter(request);
    await webhooks.test(database, { clock, counter }, userId(request), id);
    return redirect(reply, { path: `${WEBHOOKS}/${id}`, notice: "webhook-tested" });
  });

  scope.post("/webhooks/:id/enable", keepsDrafts("/enable"), async (request, reply) => {
    const id = idParameter(request);
    await webhooks.enable(database, userId(request), id);
    return redirect(reply, { path: `${WEBHOOKS}/${id}`, notice: "webhook-enabled" });
  });

  scope.post("/webhooks/:id/disable", keepsDrafts("/disable"), async (request, reply) => {
    const id = idParameter(request);
    await webhooks.disable(database, userId(request), id);
    return redirect(reply, { path: `${WEBHOOKS}/${id}`, notice: "webhook-disabled" });
  });

  scope.post("/webhooks/:id/rotate", keepsDrafts("/rotate"), async (request, reply) => {
    const id = idParameter(request);
    const secret = await webhooks.rotateSecret(database, clock, userId(request), id);
    const path = `${WEBHOOKS}/${id}`;
    shownSecrets.show(reply, context, { path, text: secret });
    return redirect(reply, path);
  });

  scope.get("/webhooks/:id/delete", async (request, reply) => {
    const webhook = await webhooks.get(database, userId(request), idParameter(request));
    return deletePage(request, reply, webhook);
  });

  scope.post("/webhooks/:id/delete", KEEPS_DRAFTS, async (request, reply) => {
    await webhooks.remove(database, userId(request), idParameter(request));
    return redirect(reply, { path: WEBHOOKS, notice: "webhook-deleted" });
  });
}

async function webhookPage(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<FastifyReply> {
  const { database, clock } = context;
  const webhook = await webhooks.get(database, getSignedInUser(request).id, idParameter(request));
  const recent = await deliveries.list(database, webhook.id);
  const [secret] = shownSecrets.shownOn(request, context);
  return sendPage(request, reply, ({ texts }) => {
    const { webhooks: labels } = texts;
    const list = recent.length === 0 ? noDeliveries(labels) : table(columns(labels), recent);
    return {
      title: labels.details,
      content: html`!${secret === undefined ? "" : newSecret(request, reply, texts, webhook, secret, clock())}
<form class="card" method="post" action="${WEBHOOKS}/${webhook.id}/test" aria-labelledby="webhook">
<h2 id="webhook">!${userText(webhook.url)}</h2>
!${facts(labels, webhook, clock())}
!${csrfField(request, reply)}
!${buttons(labels, webhook)}
</form>
!${card({ id: "deliveries", title: labels.deliveries }, list)}`,
    };
  });
}

function newSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: Texts,
  { id, old_secret_ends_at: oldEndsAt }: webhooks.Webhook,
  secret: shownSecrets.ShownSecret,
  now: number,
): string {
  const { webhooks: labels } = texts;
  return shownSecrets.secretCard(request, reply, texts, {
    id: "secret",
    title: labels.newSecret,
    text: (oldEndsAt ?? 0) > now ? `${labels.copyNow} ${labels.bothSecrets}` : labels.copyNow,
    copy: labels.copySecret,
    secret,
    back: `${WEBHOOKS}/${id}`,
    hasPageForm: false,
  });
}

function facts(labels: WebhookTexts, webhook: webhooks.Webhook, now: number): string {
  const { disabled_reason: reason, types, created_at, last_succeeded_at, failing_since } = webhook;
  const oldSecretEndsAt = webhook.old_secret_ends_at ?? 0;
  const rows: readonly (readonly [label: string, value: string])[] = [
    [
      labels.status,
      html`!${stateOf(webhook, labels)}!${reason === null ? "" : html` ${labels.reasons[reason]} ${labels.missed}`}`,
    ],
    [labels.types, html`${types.join(", ")}`],
    [labels.created, time(created_at)],
    [labels.lastSuccess, last_succeeded_at === null ? html`${labels.never}` : time(last_succeeded_at)],
    ...(failing_since === null ? [] : [[labels.failingSince, time(failing_since)] as const]),
    [labels.waiting, html`${webhook.waiting_count}`],
    ...(oldSecretEndsAt <= now ? [] : [[labels.oldSecret, time(oldSecretEndsAt)] as const]),
  ];
  return html`<dl class="facts">!${rows.map(([label, value]) => html`<dt>${label}</dt><dd>!${value}</dd>`)}</dl>`;
}

/** What can be done with a webhook. Each button submits the form to a path of its own. */
function buttons(labels: WebhookTexts, { id, disabled_reason: reason }: webhooks.Webhook): string {
  const to = (action: string, text: string) =>
    html`<button class="secondary" formaction="${WEBHOOKS}/${id}/${action}">${text}</button>`;
  const states = reason === null ? [button(labels.test), to("disable", labels.disable)] : [to("enable", labels.enable)];
  return actions(
    ...states,
    to("rotate", labels.rotate),
    buttonLink(`${WEBHOOKS}/${id}/delete`, labels.remove, "danger"),
  );
}

function noDeliveries({ noDeliveries: title, noDeliveriesText: text }: WebhookTexts): string {
  return emptyState({ title, text });
}

function columns(labels: WebhookTexts): readonly Column<deliveries.Delivery>[] {
  return [
    { label: labels.event, width: 3, cell: ({ type }) => html`<code>${type}</code>` },
    { label: labels.created, width: 2, cell: ({ created_at }) => time(created_at) },
    { label: labels.result, width: 5, kind: "text", cell: (delivery) => resultOf(delivery, labels) },
    {
      label: labels.attempt,
      width: 2,
      cell: ({ state, at }) => (state === "waiting" ? html`${labels.next} !${time(at)}` : time(at)),
    },
  ];
}

/** How a delivery went, as markup. */
function resultOf({ state, attempts, status, reason }: deliveries.Delivery, labels: WebhookTexts): string {
  const parts = [
    ...(status === null ? [] : [labels.response(status)]),
    ...(reason === null || reason === "status" ? [] : [labels.failures[reason]]),
    labels.attempts(attempts),
  ];
  return html`!${state === "delivered" ? html`${labels.states[state]}` : html`<strong class="error">${labels.states[state]}</strong>`}<br>${parts.join(" · ")}`;
}

function deletePage(request: FastifyRequest, reply: FastifyReply, { id, url }: webhooks.Webhook): FastifyReply {
  return sendPage(request, reply, ({ texts: { webhooks: labels, form } }) => ({
    title: labels.remove,
    content: html`<form class="card narrow" method="post" action="${WEBHOOKS}/${id}/delete">
<p><strong>!${userText(url)}</strong></p>
<p>${labels.removeWarning}</p>
!${csrfField(request, reply)}
!${actions(button(labels.remove, "danger"), buttonLink(`${WEBHOOKS}/${id}`, form.cancel, "secondary"))}
</form>`,
  }));
}
