import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as apiKeys from "../../accounts/api-keys.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { statusOf } from "../../http/response/failures.ts";
import { csrfField } from "./csrf.ts";
import { input, moment, select, summary, type Values, valuesIn, type Wrongs, wrongsIn } from "./form.ts";
import { idIn } from "./id.ts";
import { sendPage } from "./layout.ts";
import { theVisitor } from "./visit.ts";

/** Where the page is. */
const KEYS = "/account/api-keys";

const TITLE = "Manage API Keys";

const DAY = 24 * 60 * 60 * 1000;

/** For how many days a key can be made to work. */
const LIFETIMES = [
  ["90", "In 90 days"],
  ["30", "In 30 days"],
  ["7", "In 7 days"],
  ["365", "In a year"],
  ["", "Never"],
] as const;

/** What the page shows besides the list. */
interface Shown {
  /** The key that was made just now. */
  readonly key?: string;
  readonly values?: Values;
  readonly wrongs?: Wrongs;
}

/** The page "Manage API Keys": the list, making a key, revoking one. */
export function serveApiKeys(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;

  scope.get("/api-keys", async (request, reply) => keysPage(request, reply, context));

  scope.post("/api-keys", async (request, reply) => {
    const values = valuesIn(request.body);
    try {
      const key = await apiKeys.create(database, clock, theVisitor(request).id, {
        name: values.name ?? "",
        expiresAt: expiryIn(values, clock()),
      });
      return await keysPage(request, reply, context, { key });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return keysPage(request, reply.code(statusOf(error)), context, { values, wrongs: wrongsIn(error) });
    }
  });

  scope.get("/api-keys/:id/revoke", async (request, reply) => {
    const key = await apiKeys.get(database, theVisitor(request).id, idIn(request));
    return revokePage(request, reply, key);
  });

  scope.post("/api-keys/:id/revoke", async (request, reply) => {
    await apiKeys.revoke(database, clock, theVisitor(request).id, idIn(request));
    return reply.redirect(`${KEYS}?notice=revoked`, 303);
  });
}

/** When a key ends that is made now; null where it never does. */
function expiryIn({ expires = "" }: Values, now: number): number | null {
  if (!LIFETIMES.some(([days]) => days === expires)) throw new Failure("invalid", "Choose when the key expires.");
  return expires === "" ? null : now + Number(expires) * DAY;
}

async function keysPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, config }: Context,
  { key, values, wrongs = {} }: Shown = {},
): Promise<FastifyReply> {
  const visitor = theVisitor(request);
  const keys = await apiKeys.list(database, visitor.id);
  return sendPage(
    request,
    reply,
    TITLE,
    html`<p class="lead">An API key lets a program use the user administration in your name. Treat it like a password.</p>
!${key === undefined ? "" : newKey(key, `${config.baseUrl}/api/v1/users/${visitor.id}.json`)}
<form class="card" method="post" action="${KEYS}" aria-labelledby="create">
<h2 id="create">Create a key</h2>
!${summary(wrongs)}
!${csrfField(request, reply)}
<div class="row">
!${input({ name: "name", label: "Name", hint: "What the key is for", required: true }, values, wrongs)}
!${select({ name: "expires", label: "Expires", options: LIFETIMES }, values)}
</div>
<button>Create key</button>
</form>
<section class="card" aria-labelledby="keys">
<h2 id="keys">Your keys</h2>
!${keys.length === 0 ? html`<p class="empty">There is none yet.</p>` : table(keys, clock())}
</section>`,
  );
}

/** The one time that a key is seen, and a command to try it with. */
function newKey(key: string, address: string): string {
  const command = `curl -H 'X-Auth-Token: ${key}' -A 'my integration (me@example.com)' ${address}`;
  return html`<section class="card fresh" aria-labelledby="fresh" role="status">
<h2 id="fresh">Your new key</h2>
<p>Copy it now: it is not stored, and will not be shown again.</p>
<p class="copy"><code id="key">${key}</code> <button type="button" class="quiet" data-copy="key" hidden>Copy key</button></p>
<p>Try it:</p>
<p class="copy"><code id="curl">${command}</code> <button type="button" class="quiet" data-copy="curl" hidden>Copy command</button></p>
</section>`;
}

function table(keys: readonly apiKeys.ApiKey[], now: number): string {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Begins with</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Expires</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>
!${keys.map((key) => row(key, now))}
</tbody>
</table>`;
}

function row({ id, name, prefix, created_at, expires_at, last_used_at }: apiKeys.ApiKey, now: number): string {
  const expires = expires_at === null ? "Never" : moment(expires_at);
  const isExpired = expires_at !== null && expires_at <= now;
  return html`<tr>
<th scope="row" class="long">${name}</th>
<td data-label="Begins with"><code>${prefix}…</code></td>
<td data-label="Created">!${moment(created_at)}</td>
<td data-label="Last used">!${last_used_at === null ? "Never" : moment(last_used_at)}</td>
<td data-label="Expires">!${expires}!${isExpired ? html` <strong class="wrong">expired</strong>` : ""}</td>
<td class="action"><a class="button quiet" href="${KEYS}/${id}/revoke">Revoke<span class="unseen"> ${name}</span></a></td>
</tr>`;
}

function revokePage(request: FastifyRequest, reply: FastifyReply, { id, name, prefix }: apiKeys.ApiKey): FastifyReply {
  return sendPage(
    request,
    reply,
    "Revoke a key",
    html`<form class="card narrow" method="post" action="${KEYS}/${id}/revoke">
<p>Revoke <strong>${name}</strong> (<code>${prefix}…</code>)? Programs that use it are refused from their next request on. This can't be undone.</p>
!${csrfField(request, reply)}
<p class="choice"><button class="danger">Revoke key</button> <a class="button quiet" href="${KEYS}">Keep it</a></p>
</form>`,
  );
}
