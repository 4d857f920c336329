import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as apiKeys from "../../accounts/api-keys.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { statusOf } from "../../http/response/failures.ts";
import { csrfField } from "./csrf.ts";
import { errorSummary, type FormErrors, input, select, time, toFormErrors, type Values, valuesIn } from "./form.ts";
import { idParameter } from "./id-parameter.ts";
import { sendPage } from "./layout.ts";
import { getSignedInUser } from "./session.ts";

const KEYS = "/account/api-keys";

const TITLE = "Manage API Keys";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The lifetimes that a key may have: days (empty for no expiry) and label. */
const LIFETIMES = [
  ["90", "In 90 days"],
  ["30", "In 30 days"],
  ["7", "In 7 days"],
  ["365", "In a year"],
  ["", "Never"],
] as const;

/** What the page shows besides the list of keys. */
interface PageState {
  /** The key that was just created. */
  readonly key?: string;
  readonly values?: Values;
  readonly errors?: FormErrors;
}

/** The page "Manage API Keys": lists, creates and revokes keys. */
export function serveApiKeys(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;

  scope.get("/api-keys", async (request, reply) => keysPage(request, reply, context));

  scope.post("/api-keys", async (request, reply) => {
    const values = valuesIn(request.body);
    try {
      const key = await apiKeys.create(database, clock, getSignedInUser(request).id, {
        name: values.name ?? "",
        expiresAt: expiryOf(values, clock()),
      });
      return await keysPage(request, reply, context, { key });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return keysPage(request, reply.code(statusOf(error)), context, { values, errors: toFormErrors(error) });
    }
  });

  scope.get("/api-keys/:id/revoke", async (request, reply) => {
    const key = await apiKeys.get(database, getSignedInUser(request).id, idParameter(request));
    return revokePage(request, reply, key);
  });

  scope.post("/api-keys/:id/revoke", async (request, reply) => {
    await apiKeys.revoke(database, clock, getSignedInUser(request).id, idParameter(request));
    return reply.redirect(`${KEYS}?notice=revoked`, 303);
  });
}

/** The expiry of a key created at `now`, in milliseconds since 1970; null if it never expires. */
function expiryOf({ expires = "" }: Values, now: number): number | null {
  if (!LIFETIMES.some(([days]) => days === expires)) throw new Failure("invalid", "Choose when the key expires.");
  return expires === "" ? null : now + Number(expires) * DAY_MS;
}

async function keysPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, config }: Context,
  { key, values, errors = {} }: PageState = {},
): Promise<FastifyReply> {
  const user = getSignedInUser(request);
  const keys = await apiKeys.list(database, user.id);
  return sendPage(
    request,
    reply,
    TITLE,
    html`<p class="lead">An API key lets a program use two APIs on your behalf: <a href="/docs/users">user administration</a> (<code>/api/v1</code>) and <a href="/docs/collections">collections</a> (<code>/rest/v1</code>). Treat it like a password.</p>
!${key === undefined ? "" : newKey(key, config.baseUrl, user.id)}
<form class="card" method="post" action="${KEYS}" aria-labelledby="create">
<h2 id="create">Create a key</h2>
!${errorSummary(errors)}
!${csrfField(request, reply)}
<div class="row">
!${input({ name: "name", label: "Name", hint: "What the key is for", required: true }, values, errors)}
!${select({ name: "expires", label: "Expires", options: LIFETIMES }, values)}
</div>
<button>Create key</button>
</form>
<section class="card" aria-labelledby="keys">
<h2 id="keys">Your keys</h2>
!${keys.length === 0 ? html`<p class="empty">You have no keys.</p>` : keyTable(keys, clock())}
</section>`,
  );
}

/** The new key, which is shown only once, and a command for each API that accepts it. */
function newKey(key: string, baseUrl: string, accountId: number): string {
  const users = `curl -H 'X-Auth-Token: ${key}' -A 'my integration (me@example.com)' ${baseUrl}/api/v1/users/${accountId}.json`;
  const collections = `curl -H 'Authorization: Bearer ${key}' ${baseUrl}/rest/v1/collections`;
  return html`<section class="card new-key" aria-labelledby="new-key" role="status">
<h2 id="new-key">Your new key</h2>
<p>Copy it now: it is not stored, and will not be shown again.</p>
!${copyable("key", key, html`Copy key`)}
<p>Try it with user administration:</p>
!${copyable("curl-users", users, html`Copy command<span class="visually-hidden"> for user administration</span>`)}
<p>Try it with your collections:</p>
!${copyable("curl-collections", collections, html`Copy command<span class="visually-hidden"> for collections</span>`)}
</section>`;
}

/** A text with a button that copies it; scripts unhide the button. `label` is markup. */
function copyable(id: string, text: string, label: string): string {
  return html`<p class="copy"><code id="${id}">${text}</code> <button type="button" class="secondary" data-copy="${id}" hidden>!${label}</button></p>`;
}

function keyTable(keys: readonly apiKeys.ApiKey[], now: number): string {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Prefix</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Expires</th><th scope="col"><span class="visually-hidden">Action</span></th></tr></thead>
<tbody>
!${keys.map((key) => keyRow(key, now))}
</tbody>
</table>`;
}

function keyRow({ id, name, prefix, created_at, expires_at, last_used_at }: apiKeys.ApiKey, now: number): string {
  const expires = expires_at === null ? "Never" : time(expires_at);
  const isExpired = expires_at !== null && expires_at <= now;
  return html`<tr>
<th scope="row" class="long">${name}</th>
<td data-label="Prefix"><code>${prefix}…</code></td>
<td data-label="Created">!${time(created_at)}</td>
<td data-label="Last used">!${last_used_at === null ? "Never" : time(last_used_at)}</td>
<td data-label="Expires">!${expires}!${isExpired ? html` <strong class="error">expired</strong>` : ""}</td>
<td class="action"><a class="button secondary" href="${KEYS}/${id}/revoke">Revoke<span class="visually-hidden"> ${name}</span></a></td>
</tr>`;
}

function revokePage(request: FastifyRequest, reply: FastifyReply, { id, name, prefix }: apiKeys.ApiKey): FastifyReply {
  return sendPage(
    request,
    reply,
    "Revoke key",
    html`<form class="card narrow" method="post" action="${KEYS}/${id}/revoke">
<p>Revoke <strong>${name}</strong> (<code>${prefix}…</code>)? It stops working immediately. This can't be undone.</p>
!${csrfField(request, reply)}
<p class="actions"><button class="danger">Revoke key</button> <a class="button secondary" href="${KEYS}">Cancel</a></p>
</form>`,
  );
}
