import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import * as apiKeys from "../../accounts/api-keys.ts";
import { isScope, type Scope } from "../../accounts/scopes.ts";
import type { Context } from "../../context/context.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { copyable } from "../design/copyable.ts";
import { emptyState } from "../design/empty-state.ts";
import { input, select } from "../design/field.ts";
import { errorSummary, type FormState, type Values, valuesIn } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { API_KEYS as KEYS, referenceTo } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import * as shownSecrets from "../forms/shown-secrets.ts";
import type { Texts } from "../texts/en.ts";

type KeyTexts = Texts["keys"];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The lifetimes that a key may have, in days; empty for no expiry. */
const LIFETIMES = ["90", "30", "7", "365", ""] as const;

/** What a key may be limited to: scopes, separated by spaces; empty for everything. */
const ACCESS = [
  "",
  "collections:write",
  "collections:read",
  "users:write",
  "users:read",
  "users:read collections:read",
  "users:read collections:write",
  "users:write collections:read",
] as const;

/** No contract has keys: their bounds are those of the domain. */
const CONSTRAINTS = { name: { required: true, minLength: 1, maxLength: apiKeys.MAX_NAME_LENGTH } } as const;

/** A key that was just created, and its row. */
interface NewKey {
  readonly secret: shownSecrets.ShownSecret;
  readonly row: apiKeys.ApiKey;
}

/** The page "Manage API Keys": lists, creates and revokes keys. */
export function serveApiKeys(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;

  scope.get("/api-keys", async (request, reply) => keysPage(request, reply, context));

  scope.post("/api-keys", KEEPS_DRAFTS, async (request, reply) => {
    const values = valuesIn(request.body);
    assertValid(values);
    const key = await apiKeys.create(database, clock, getSignedInUser(request).id, {
      name: values.name ?? "",
      expiresAt: expiryOf(values, clock()),
      scopes: scopesOf(values),
    });
    shownSecrets.show(reply, context, { path: KEYS, text: key, isOneOfMany: true });
    return redirect(reply, KEYS);
  });

  scope.get("/api-keys/:id/revoke", async (request, reply) => {
    const key = await apiKeys.get(database, getSignedInUser(request).id, idParameter(request));
    return revokePage(request, reply, key);
  });

  scope.post("/api-keys/:id/revoke", KEEPS_DRAFTS, async (request, reply) => {
    await apiKeys.revoke(database, clock, getSignedInUser(request).id, idParameter(request));
    return redirect(reply, { path: KEYS, notice: "revoked" });
  });
}

/** The expiry of a key created at `now`, in milliseconds since 1970; null if it never expires. */
function expiryOf({ expires = "" }: Values, now: number): number | null {
  return expires === "" ? null : now + Number(expires) * DAY_MS;
}

function scopesOf({ access = "" }: Values): Scope[] {
  return access.split(" ").filter(isScope);
}

/** Throws one failure for all wrong fields of the form. */
function assertValid({ name = "", expires = "", access = "" }: Values): void {
  const details = [
    ...apiKeys.problemsOfName(name).map((problem) => ({ path: "/name", ...problem })),
    ...(LIFETIMES.some((days) => days === expires)
      ? []
      : [{ path: "/expires", message: "must be one of the choices", reason: "not-a-choice" }]),
    ...(ACCESS.some((scopes) => scopes === access)
      ? []
      : [{ path: "/access", message: "must be one of the choices", reason: "not-a-choice" }]),
  ];
  if (details.length > 0)
    throw new Failure("invalid", "Please correct the fields below.", { reason: "fields-wrong", details });
}

async function keysPage(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<FastifyReply> {
  const { database, clock, config } = context;
  const user = getSignedInUser(request);
  const keys = await apiKeys.list(database, user.id);
  const created = shownSecrets.shownOn(request, context).flatMap((secret): NewKey[] => {
    const row = keys.find(({ prefix }) => secret.text.startsWith(prefix));
    return row === undefined ? [] : [{ secret, row }];
  });
  return sendPage(request, reply, ({ texts }) => {
    const { keys: own } = texts;
    const form: FormState = {
      texts,
      labels: { name: own.name, expires: own.expires, access: own.access },
      constraints: CONSTRAINTS,
      ...shownForm(request, {}),
    };
    const list = keys.length === 0 ? noKeys(own) : table(columns(own, clock()), keys);
    return {
      title: own.title,
      lead: introduction(own),
      form: POST_FORM,
      content: html`!${created.map((key) =>
        shownSecrets.secretCard(request, reply, texts, {
          id: idOf(key),
          title: own.newKey(key.row.name),
          text: own.copyNow,
          copy: own.copyKey,
          secret: key.secret,
          more: commands(texts, key, config.baseUrl, user.id),
          back: KEYS,
          hasPageForm: true,
        }),
      )}
<form class="card" id="${PAGE_FORM}" method="post" action="${KEYS}" aria-labelledby="create">
<h2 id="create">${own.create}</h2>
!${errorSummary(form)}
!${csrfField(request, reply)}
<div class="row">
!${input(form, { name: "name", hint: own.nameHint })}
!${select(
        form,
        "expires",
        LIFETIMES.map((days) => [days, own.lifetimes[days]]),
      )}
!${select(
        form,
        "access",
        ACCESS.map((access) => [access, accessText(own, scopesOf({ access }))]),
      )}
</div>
!${button(own.submit)}
</form>
!${card({ id: "keys", title: own.list }, list)}`,
    };
  });
}

function introduction({ lead, userAdministration, and, collections, secret }: KeyTexts): string {
  return html`${lead} <a href="${referenceTo("users")}">${userAdministration}</a> (<code>/api/v1</code>) ${and} <a href="${referenceTo("collections")}">${collections}</a> (<code>/rest/v1</code>). ${secret}`;
}

function noKeys({ none, noneText, createFirst }: KeyTexts): string {
  return emptyState({ title: none, text: noneText, action: buttonLink("#name", createFirst, "secondary") });
}

/** What a key with these scopes may do. */
function accessText(texts: KeyTexts, scopes: readonly Scope[] | null): string {
  if (scopes === null || scopes.length === 0) return texts.everything;
  return scopes.map((scope) => texts.scopes[scope]).join(", ");
}

/** The id of a new key on the page, which may show several. */
function idOf({ row }: NewKey): string {
  return `key-${row.id}`;
}

/** A command to try a new key, for each API that accepts it. */
function commands(texts: Texts, key: NewKey, baseUrl: string, accountId: number): string {
  const { keys: own } = texts;
  const { text } = key.secret;
  const scopes = key.row.scopes ?? [];
  const users = `curl -H 'X-Auth-Token: ${text}' -A 'my integration (me@example.com)' ${baseUrl}/api/v1/users/${accountId}.json`;
  const collections = `curl -H 'Authorization: Bearer ${text}' ${baseUrl}/rest/v1/collections`;
  const accepts = (api: string) => scopes.length === 0 || scopes.some((scope) => scope.startsWith(api));
  const command = (purpose: string) => html`${own.copyCommand}<span class="visually-hidden"> ${purpose}</span>`;
  return html`!${
    accepts("users")
      ? html`<p>${own.tryUsers}</p>
!${copyable(texts, `curl-users-${key.row.id}`, users, command(own.forUsers))}
`
      : ""
  }!${
    accepts("collections")
      ? html`<p>${own.tryCollections}</p>
!${copyable(texts, `curl-collections-${key.row.id}`, collections, command(own.forCollections))}`
      : ""
  }`;
}

function columns(texts: KeyTexts, now: number): readonly Column<apiKeys.ApiKey>[] {
  const never = html`${texts.never}`;
  return [
    { label: texts.name, width: 3, kind: "text", cell: ({ name }) => userText(name) },
    { label: texts.prefix, width: 2, cell: ({ prefix }) => html`<code>${prefix}…</code>` },
    { label: texts.access, width: 2, cell: ({ scopes }) => html`${accessText(texts, scopes)}` },
    { label: texts.created, width: 2, cell: ({ created_at }) => time(created_at) },
    {
      label: texts.lastUsed,
      width: 2,
      cell: ({ last_used_at }) => (last_used_at === null ? never : time(last_used_at)),
    },
    {
      label: texts.expires,
      width: 1,
      cell: ({ expires_at }) =>
        expires_at === null
          ? never
          : html`!${time(expires_at)}!${expires_at <= now ? html` <strong class="error">${texts.expired}</strong>` : ""}`,
    },
    {
      label: texts.action,
      width: 2,
      kind: "action",
      cell: ({ id, name }) =>
        html`<a class="button secondary small" href="${KEYS}/${id}/revoke">${texts.revoke}<span class="visually-hidden"> ${name}</span></a>`,
    },
  ];
}

function revokePage(request: FastifyRequest, reply: FastifyReply, { id, name, prefix }: apiKeys.ApiKey): FastifyReply {
  return sendPage(request, reply, ({ texts }) => ({
    title: texts.keys.revokeTitle,
    content: html`<form class="card narrow" method="post" action="${KEYS}/${id}/revoke">
<p><strong>!${userText(name)}</strong> (<code>${prefix}…</code>)</p>
<p>${texts.keys.revokeWarning}</p>
!${csrfField(request, reply)}
!${actions(button(texts.keys.revokeSubmit, "danger"), buttonLink(KEYS, texts.form.cancel, "secondary"))}
</form>`,
  }));
}
