import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Account } from "../../accounts/account.ts";
import { LEVELS } from "../../accounts/levels.ts";
import type { SearchResult } from "../../accounts/listing.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import type { Constraints } from "../design/constraints.ts";
import { emptyState } from "../design/empty-state.ts";
import { checkbox, input, type Options, select } from "../design/field.ts";
import { errorSummary, type FormErrors, type FormState, NO_ERRORS, type Values } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM, SEARCH_FORM } from "../design/page-form.ts";
import { pagination } from "../design/pagination.ts";
import { USERS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";
import { type LoginRow, loginList } from "./login-list.ts";

/** The form of a user as a request left it. */
interface UserForm {
  /** The lowest level that may change products. */
  readonly writeLevel: number;
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors?: FormErrors;
}

/** The search form and the users found. */
export function listPage(
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  { accounts, hasMore }: SearchResult,
  total: number,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { users } = texts;
    const labels = { q: users.search, level: users.level, active: users.status };
    const form: FormState = { texts, labels, constraints: {}, values, errors: NO_ERRORS };
    const any = ["", users.any] as const;
    return {
      title: users.title,
      lead: html`${users.count(total)}`,
      actions: buttonLink(`${USERS}/new`, users.create),
      form: SEARCH_FORM,
      content: html`<form class="card search" id="${PAGE_FORM}" method="get" action="${USERS}" role="search">
<div class="row">
!${input(form, { name: "q", type: "search" })}
!${select(form, "level", [any, ...Object.entries(users.levels)])}
!${select(form, "active", [any, ...statuses(users)])}
</div>
!${button(users.submitSearch, "secondary")}
</form>
<section class="card" aria-label="${users.results}">
!${accounts.length === 0 ? noUsers(users) : table(columns(users), accounts)}
!${pagination(texts.nextPage, hasMore ? nextPageUrl(values, accounts) : undefined)}
</section>`,
    };
  });
}

/** The form for a new user. */
export function createPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { sendsMail, ...userForm }: UserForm & { readonly sendsMail: boolean },
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { users } = texts;
    const form = withOptionalPassword(formState(texts, userForm));
    const link = sendsMail ? users.passwordMailed : users.passwordLink;
    return {
      title: users.create,
      form: POST_FORM,
      content: html`<form class="card" id="${PAGE_FORM}" method="post" action="${USERS}/new">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${fields(form, users, { writeLevel: userForm.writeLevel, isNew: true })}
!${passwords(form, [passwordHint(users, userForm), link])}
!${actions(button(users.create), buttonLink(USERS, texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}

/** The form for an existing user, with the latest sign-ins. */
export function editPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, created_at, updated_at }: Account,
  userForm: UserForm,
  logins: readonly LoginRow[],
): FastifyReply {
  return sendPage(request, reply, ({ texts, language }) => {
    const { users } = texts;
    const form = withOptionalPassword(formState(texts, userForm));
    return {
      title: name,
      isUserText: true,
      lead: html`${users.user} ${id}, ${users.createdAt} !${time(created_at)}, ${users.changedAt} !${time(updated_at)}`,
      form: POST_FORM,
      content: html`<form class="card" id="${PAGE_FORM}" method="post" action="${USERS}/${id}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<input type="hidden" name="version" value="${userForm.values.version ?? ""}">
!${fields(form, users, { writeLevel: userForm.writeLevel, isNew: false })}
!${passwords(form, [passwordHint(users, userForm), users.passwordKept])}
!${input(form, { name: "current_password", type: "password", autocomplete: "current-password", hint: users.ownPasswordHint })}
!${actions(button(users.save), buttonLink(`${USERS}/${id}/reset-link`, texts.resetLink.title, "secondary"), buttonLink(`${USERS}/${id}/delete`, users.remove, "danger"))}
</form>
!${card({ id: "logins", title: users.logins }, loginList(texts, language, logins))}`,
    };
  });
}

/** Asks for confirmation before a user is deleted. */
export function deletePage(request: FastifyRequest, reply: FastifyReply, { id, name, email }: Account): FastifyReply {
  return sendPage(request, reply, ({ texts }) => ({
    title: texts.users.remove,
    content: html`<form class="card narrow" method="post" action="${USERS}/${id}/delete">
<p><strong>!${userText(name)}</strong> (!${userText(email)})</p>
<p>${texts.users.removeWarning}</p>
!${csrfField(request, reply)}
!${actions(button(texts.users.remove, "danger"), buttonLink(`${USERS}/${id}`, texts.form.cancel, "secondary"))}
</form>`,
  }));
}

function formState(texts: Texts, { constraints, values, errors = NO_ERRORS }: UserForm): FormState {
  const { name, email, level, locale, active, password, confirm, ownPassword } = texts.users;
  const labels = {
    name,
    email_address: email,
    user_level: level,
    locale,
    active,
    password,
    password_confirmation: confirm,
    current_password: ownPassword,
  };
  return { texts, labels, constraints, values, errors };
}

/** An existing user keeps the password if the field is empty; a new one gets a link to choose it. */
function withOptionalPassword(form: FormState): FormState {
  const optional = (name: string) => ({ [name]: { ...form.constraints[name], required: false } });
  return {
    ...form,
    constraints: { ...form.constraints, ...optional("password"), ...optional("password_confirmation") },
  };
}

interface FieldOptions {
  readonly writeLevel: number;
  /** Whether the level is chosen for the first time: then the page explains the levels. */
  readonly isNew: boolean;
}

function fields(form: FormState, users: Texts["users"], options: FieldOptions): string {
  return html`<div class="row">
!${input(form, { name: "name" })}
!${input(form, { name: "email_address" })}
</div>
<div class="row">
!${select(form, "user_level", Object.entries(users.levels))}
!${select(form, "locale", Object.entries(users.locales), { hint: users.localeHint })}
</div>
!${levelTexts(users, options)}
!${checkbox(form, "active")}`;
}

/** What each level may do. */
function levelTexts(
  { levels, levelTexts: texts, levelWrites, levelsTitle }: Texts["users"],
  { writeLevel, isNew }: FieldOptions,
): string {
  const rows = LEVELS.map((level) => [levels[level], texts[level] + (level === writeLevel ? ` ${levelWrites}` : "")]);
  return html`<details class="explanation"!${isNew ? " open" : ""}><summary>${levelsTitle}</summary>
<dl class="facts">!${rows.map(([level, text]) => html`<dt>${level}</dt><dd>${text}</dd>`)}</dl>
</details>`;
}

function passwordHint({ passwordHint: hint }: Texts["users"], { constraints }: UserForm): string {
  const { minLength = 0, maxLength = 0 } = constraints.password ?? {};
  return hint(minLength, maxLength);
}

function passwords(form: FormState, hints: readonly string[]): string {
  return html`<div class="row">
!${input(form, { name: "password", autocomplete: "new-password", hint: hints.join(". ") })}
!${input(form, { name: "password_confirmation", autocomplete: "new-password" })}
</div>`;
}

function noUsers({ none, noneText, showAll }: Texts["users"]): string {
  return emptyState({ title: none, text: noneText, action: buttonLink(USERS, showAll, "secondary") });
}

function columns(users: Texts["users"]): readonly Column<Account>[] {
  return [
    {
      label: users.name,
      width: 3,
      kind: "text",
      cell: ({ id, name }) => html`<a href="${USERS}/${id}">!${userText(name)}</a>`,
    },
    { label: users.email, width: 3, kind: "text", cell: ({ email }) => userText(email) },
    { label: users.level, width: 3, cell: ({ user_level }) => html`${users.levels[user_level]}` },
    { label: users.status, width: 1, cell: ({ active }) => html`${users.statuses[active]}` },
    { label: users.created, width: 2, cell: ({ created_at }) => time(created_at) },
  ];
}

function statuses({ statuses: names }: Texts["users"]): Options {
  return [
    ["1", names["1"]],
    ["0", names["0"]],
  ];
}

function nextPageUrl({ q = "", level = "", active = "" }: Values, accounts: readonly Account[]): string {
  return `${USERS}?${new URLSearchParams({ q, level, active, after: String(accounts.at(-1)?.id ?? 0) })}`;
}
