import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Account } from "../../accounts/account.ts";
import type { Found } from "../../accounts/listing.ts";
import type { LoginRow } from "../../accounts/login-history.ts";
import { csrfField } from "./csrf.ts";
import { checkbox, input, moment, select, summary, type Values, type Wrongs } from "./form.ts";
import { sendPage } from "./layout.ts";

/** Where the list is. */
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

const STATES = [
  ["1", "Active"],
  ["0", "Not active"],
] as const;

/** The users that were found, and the form to find others. */
export function listPage(
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  { accounts, hasMore }: Found,
  total: number,
): FastifyReply {
  return sendPage(
    request,
    reply,
    "Users",
    html`<p class="lead">${total === 1 ? "There is 1 user." : `There are ${total.toLocaleString("en")} users.`} <a class="button" href="${USERS}/new">Create a user</a></p>
<form class="card" method="get" action="${USERS}" role="search">
<div class="row">
!${input({ name: "q", label: "Name or e-mail address", type: "search" }, values)}
!${select({ name: "level", label: "Level", options: [["", "Any"], ...LEVELS] }, values)}
!${select({ name: "active", label: "State", options: [["", "Any"], ...STATES] }, values)}
</div>
<button>Search</button>
</form>
<section class="card" aria-label="Users that were found">
!${accounts.length === 0 ? html`<p class="empty">Nobody was found.</p>` : table(accounts)}
!${hasMore ? html`<p class="more"><a class="button quiet" href="${addressOfNext(values, accounts)}">Next page</a></p>` : ""}
</section>`,
  );
}

/** A new user. */
export function createPage(
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  wrongs: Wrongs = {},
): FastifyReply {
  return sendPage(
    request,
    reply,
    "Create a user",
    html`<form class="card" method="post" action="${USERS}/new">
!${summary(wrongs)}
!${csrfField(request, reply)}
!${fields(values, wrongs)}
!${passwords("8 to 128 characters", true, wrongs)}
<p class="choice"><button>Create user</button> <a class="button quiet" href="${USERS}">Cancel</a></p>
</form>`,
  );
}

/** A user that is there, with the newest logins. */
export function editPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, created_at, updated_at }: Account,
  values: Values,
  wrongs: Wrongs,
  logins: readonly LoginRow[],
): FastifyReply {
  return sendPage(
    request,
    reply,
    name,
    html`<p class="lead">User ${id}, created !${moment(created_at)}, changed !${moment(updated_at)}</p>
<form class="card" method="post" action="${USERS}/${id}">
!${summary(wrongs)}
!${csrfField(request, reply)}
<input type="hidden" name="version" value="${values.version ?? ""}">
!${fields(values, wrongs)}
!${passwords("8 to 128 characters. Leave empty to keep the current password", false, wrongs)}
<p class="choice"><button>Save</button> <a class="button danger" href="${USERS}/${id}/delete">Delete user</a></p>
</form>
<section class="card" aria-labelledby="logins">
<h2 id="logins">Newest logins</h2>
!${logins.length === 0 ? html`<p class="empty">There is none yet.</p>` : loginTable(logins)}
</section>`,
  );
}

/** Whether a user is to be deleted. */
export function deletePage(request: FastifyRequest, reply: FastifyReply, { id, name, email }: Account): FastifyReply {
  return sendPage(
    request,
    reply,
    "Delete a user",
    html`<form class="card narrow" method="post" action="${USERS}/${id}/delete">
<p>Delete <strong>${name}</strong> (${email})? The account's keys and sessions end at once, and its address is free again.</p>
!${csrfField(request, reply)}
<p class="choice"><button class="danger">Delete user</button> <a class="button quiet" href="${USERS}/${id}">Cancel</a></p>
</form>`,
  );
}

function fields(values: Values, wrongs: Wrongs): string {
  return html`<div class="row">
!${input({ name: "name", label: "Name", required: true }, values, wrongs)}
!${input({ name: "email_address", label: "E-mail address", type: "email", required: true }, values, wrongs)}
</div>
<div class="row">
!${select({ name: "user_level", label: "Level", options: LEVELS }, values)}
!${select({ name: "locale", label: "Language", options: LOCALES }, values)}
</div>
!${checkbox("active", "Active: may log in and use keys", values)}`;
}

function passwords(hint: string, required: boolean, wrongs: Wrongs): string {
  const field = { type: "password", autocomplete: "new-password", required } as const;
  return html`<div class="row">
!${input({ ...field, name: "password", label: "Password", hint }, {}, wrongs)}
!${input({ ...field, name: "password_confirmation", label: "Password again", hint: "The same once more" }, {}, wrongs)}
</div>`;
}

function table(accounts: readonly Account[]): string {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">E-mail address</th><th scope="col">Level</th><th scope="col">State</th><th scope="col">Created</th></tr></thead>
<tbody>
!${accounts.map(row)}
</tbody>
</table>`;
}

function row({ id, name, email, user_level, active, created_at }: Account): string {
  return html`<tr>
<th scope="row" class="long"><a href="${USERS}/${id}">${name}</a></th>
<td class="long" data-label="E-mail address">${email}</td>
<td data-label="Level">${nameOf(LEVELS, user_level)}</td>
<td data-label="State">${nameOf(STATES, active)}</td>
<td data-label="Created">!${moment(created_at)}</td>
</tr>`;
}

function loginTable(logins: readonly LoginRow[]): string {
  return html`<table>
<thead><tr><th scope="col">When</th><th scope="col">Address</th><th scope="col">Client</th><th scope="col">Came from</th><th scope="col">How</th></tr></thead>
<tbody>
!${logins.map(
    ({ created_at, ip_address, user_agent, referer, via_remember }) => html`<tr>
<th scope="row">!${moment(created_at)}</th>
<td class="address" data-label="Address">${ip_address}</td>
<td class="long" data-label="Client">${user_agent || "–"}</td>
<td class="long" data-label="Came from">${referer || "–"}</td>
<td data-label="How">${via_remember === 1 ? "Kept signed in" : "Password"}</td>
</tr>`,
  )}
</tbody>
</table>`;
}

function nameOf(options: readonly (readonly [string, string])[], value: number): string {
  return options.find(([option]) => option === String(value))?.[1] ?? String(value);
}

function addressOfNext({ q = "", level = "", active = "" }: Values, accounts: readonly Account[]): string {
  return `${USERS}?${new URLSearchParams({ q, level, active, after: String(accounts.at(-1)?.id ?? 0) })}`;
}
