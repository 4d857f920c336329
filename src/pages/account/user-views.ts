import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Account } from "../../accounts/account.ts";
import type { SearchResult } from "../../accounts/listing.ts";
import type { LoginRow } from "../../accounts/login-history.ts";
import { csrfField } from "./csrf.ts";
import { checkbox, errorSummary, type FormErrors, input, select, time, type Values } from "./form.ts";
import { sendPage } from "./layout.ts";

export const USERS = "/account/users";

const LEVELS = [
  ["1", "1 · Authenticated user"],
  ["2", "2 · Collaborator"],
  ["3", "3 · Supervisor"],
  ["4", "4 · Administrator"],
] as const;

const LOCALES = [
  ["en", "English"],
  ["sv", "Swedish"],
] as const;

const STATUSES = [
  ["1", "Active"],
  ["0", "Inactive"],
] as const;

/** The password of the administrator who changes a user. */
const CURRENT_PASSWORD = {
  name: "current_password",
  label: "Your own password",
  type: "password",
  autocomplete: "current-password",
  hint: "Needed to change the e-mail address, the level or the password",
} as const;

/** The search form and the users found. */
export function listPage(
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  { accounts, hasMore }: SearchResult,
  total: number,
): FastifyReply {
  return sendPage(
    request,
    reply,
    "Users",
    html`<p class="lead">${total === 1 ? "There is 1 user." : `There are ${total.toLocaleString("en")} users.`} <a class="button" href="${USERS}/new">Create user</a></p>
<form class="card" method="get" action="${USERS}" role="search">
<div class="row">
!${input({ name: "q", label: "Name or e-mail address", type: "search" }, values)}
!${select({ name: "level", label: "Level", options: [["", "Any"], ...LEVELS] }, values)}
!${select({ name: "active", label: "Status", options: [["", "Any"], ...STATUSES] }, values)}
</div>
<button>Search</button>
</form>
<section class="card" aria-label="Search results">
!${accounts.length === 0 ? html`<p class="empty">No users match.</p>` : userTable(accounts)}
!${hasMore ? html`<p class="more"><a class="button secondary" href="${nextPageUrl(values, accounts)}">Next page</a></p>` : ""}
</section>`,
  );
}

/** The form for a new user. */
export function createPage(
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  errors: FormErrors = {},
): FastifyReply {
  return sendPage(
    request,
    reply,
    "Create user",
    html`<form class="card" method="post" action="${USERS}/new">
!${errorSummary(errors)}
!${csrfField(request, reply)}
!${fields(values, errors)}
!${passwords("8 to 128 characters", true, errors)}
<p class="actions"><button>Create user</button> <a class="button secondary" href="${USERS}">Cancel</a></p>
</form>`,
  );
}

/** The form for an existing user, with the latest logins. */
export function editPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, created_at, updated_at }: Account,
  values: Values,
  errors: FormErrors,
  logins: readonly LoginRow[],
): FastifyReply {
  return sendPage(
    request,
    reply,
    name,
    html`<p class="lead">User ${id}, created !${time(created_at)}, changed !${time(updated_at)}</p>
<form class="card" method="post" action="${USERS}/${id}">
!${errorSummary(errors)}
!${csrfField(request, reply)}
<input type="hidden" name="version" value="${values.version ?? ""}">
!${fields(values, errors)}
!${passwords("8 to 128 characters. Leave empty to keep the current password", false, errors)}
!${input(CURRENT_PASSWORD, {}, errors)}
<p class="actions"><button>Save</button> <a class="button danger" href="${USERS}/${id}/delete">Delete user</a></p>
</form>
<section class="card" aria-labelledby="logins">
<h2 id="logins">Latest logins</h2>
!${logins.length === 0 ? html`<p class="empty">No logins yet.</p>` : loginTable(logins)}
</section>`,
  );
}

/** Asks for confirmation before a user is deleted. */
export function deletePage(request: FastifyRequest, reply: FastifyReply, { id, name, email }: Account): FastifyReply {
  return sendPage(
    request,
    reply,
    "Delete user",
    html`<form class="card narrow" method="post" action="${USERS}/${id}/delete">
<p>Delete <strong>${name}</strong> (${email})? The account's keys and sessions stop working immediately, and its e-mail address becomes available again.</p>
!${csrfField(request, reply)}
<p class="actions"><button class="danger">Delete user</button> <a class="button secondary" href="${USERS}/${id}">Cancel</a></p>
</form>`,
  );
}

function fields(values: Values, errors: FormErrors): string {
  return html`<div class="row">
!${input({ name: "name", label: "Name", required: true }, values, errors)}
!${input({ name: "email_address", label: "E-mail address", type: "email", required: true }, values, errors)}
</div>
<div class="row">
!${select({ name: "user_level", label: "Level", options: LEVELS }, values)}
!${select({ name: "locale", label: "Language", options: LOCALES }, values)}
</div>
!${checkbox("active", "Active: can log in and use keys", values)}`;
}

function passwords(hint: string, required: boolean, errors: FormErrors): string {
  const field = { type: "password", autocomplete: "new-password", required } as const;
  return html`<div class="row">
!${input({ ...field, name: "password", label: "Password", hint }, {}, errors)}
!${input({ ...field, name: "password_confirmation", label: "Confirm password" }, {}, errors)}
</div>`;
}

function userTable(accounts: readonly Account[]): string {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">E-mail address</th><th scope="col">Level</th><th scope="col">Status</th><th scope="col">Created</th></tr></thead>
<tbody>
!${accounts.map(userRow)}
</tbody>
</table>`;
}

function userRow({ id, name, email, user_level, active, created_at }: Account): string {
  return html`<tr>
<th scope="row" class="long"><a href="${USERS}/${id}">${name}</a></th>
<td class="long" data-label="E-mail address">${email}</td>
<td data-label="Level">${labelOf(LEVELS, user_level)}</td>
<td data-label="Status">${labelOf(STATUSES, active)}</td>
<td data-label="Created">!${time(created_at)}</td>
</tr>`;
}

function loginTable(logins: readonly LoginRow[]): string {
  return html`<table>
<thead><tr><th scope="col">Time</th><th scope="col">IP address</th><th scope="col">Client</th><th scope="col">Referrer</th><th scope="col">Method</th></tr></thead>
<tbody>
!${logins.map(
    ({ created_at, ip_address, user_agent, referer, via_remember }) => html`<tr>
<th scope="row">!${time(created_at)}</th>
<td class="address" data-label="IP address">${ip_address}</td>
<td class="long" data-label="Client">${user_agent || "–"}</td>
<td class="long" data-label="Referrer">${referer || "–"}</td>
<td data-label="Method">${via_remember === 1 ? "Kept signed in" : "Password"}</td>
</tr>`,
  )}
</tbody>
</table>`;
}

function labelOf(options: readonly (readonly [string, string])[], value: number): string {
  return options.find(([option]) => option === String(value))?.[1] ?? String(value);
}

function nextPageUrl({ q = "", level = "", active = "" }: Values, accounts: readonly Account[]): string {
  return `${USERS}?${new URLSearchParams({ q, level, active, after: String(accounts.at(-1)?.id ?? 0) })}`;
}
