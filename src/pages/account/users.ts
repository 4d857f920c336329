import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import type { Account } from "../../accounts/account.ts";
import * as accounts from "../../accounts/accounts.ts";
import { LEVELS, type Level } from "../../accounts/levels.ts";
import type { MailService } from "../../accounts/links/mail-service.ts";
import * as listing from "../../accounts/listing.ts";
import type { LoginService } from "../../accounts/login/login-service.ts";
import { assertAcceptable } from "../../accounts/password-rules.ts";
import type { Context } from "../../context/context.ts";
import * as passwordReset from "../../recovery/password-reset.ts";
import type { Constraints } from "../design/constraints.ts";
import { type Values, valuesIn } from "../design/form-state.ts";
import { USERS } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import {
  assertPasswordsMatch,
  blameEmail,
  emailTaken,
  failureOf,
  submitForm,
  throwAll,
} from "../forms/form-submission.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { type Destination, redirect } from "../forms/notices.ts";
import { confirmSensitiveChange } from "./confirmation.ts";
import { showLink } from "./reset-link.ts";
import { createPage, deletePage, editPage, listPage } from "./user-views.ts";

/** Users on a page of the list. */
const PAGE_SIZE = 25;

const LOCALES = ["en", "sv"] as const;

interface Dependencies {
  readonly context: Context;
  readonly loginService: LoginService;
  readonly mails: MailService;
  /** Throws `unprocessable` if a new user violates the contract. */
  readonly checkNew: (value: object) => void;
  /** Throws `unprocessable` if a change violates the contract. */
  readonly checkChange: (value: object) => void;
  /** The bounds of a user's fields in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves the pages where administrators find, create, change and delete users. */
export function serveUsers(
  scope: FastifyInstance,
  { context, loginService, mails, checkNew, checkChange, constraints }: Dependencies,
): void {
  const { database, clock, config } = context;
  const { catalogueWriteLevel: writeLevel } = config;

  scope.get("/users", async (request, reply) => {
    const values = valuesIn(request.query);
    const found = await listing.search(database, toSearch(values), PAGE_SIZE);
    return listPage(request, reply, values, found, await listing.countAll(database));
  });

  scope.get("/users/new", async (request, reply) =>
    createPage(request, reply, {
      constraints,
      writeLevel,
      sendsMail: config.mail !== undefined,
      ...shownForm(request, { locale: "en", user_level: "1", active: "1" }),
    }),
  );

  scope.post("/users/new", KEEPS_DRAFTS, async (request, reply) => {
    return submitForm(request, reply, async (submitted) => {
      const isPasswordGiven = Boolean(submitted.password || submitted.password_confirmation);
      const values = isPasswordGiven ? submitted : { ...submitted, ...randomPassword() };
      const user = toUser(values);
      await assertValid(database, values, () => checkNew(user));
      const { email_address: email, user_level: level } = user;
      const account = await blameEmail("email_address", () =>
        accounts.create(database, clock, { ...user, email, level, network: networkOf(request.ip) }),
      );
      // An inactive account gets no link: whoever activates it can create one.
      if (isPasswordGiven || account.active === 0) return { path: USERS, notice: "created" };
      return offerPassword(request, reply, { context, mails }, account);
    });
  });

  scope.get("/users/:id", async (request, reply) => {
    const { account, logins } = await accounts.getProfile(database, idParameter(request));
    return editPage(
      request,
      reply,
      account,
      { constraints, writeLevel, ...shownForm(request, toValues(account)) },
      logins,
    );
  });

  scope.post("/users/:id", KEEPS_DRAFTS, async (request, reply) => {
    const id = idParameter(request);
    return submitForm(request, reply, async (values) => {
      const change = toChange(values);
      await assertValid(database, values, () => checkChange(change), id);
      const { email_address, user_level, ...rest } = change;
      const accountChange = { ...rest, email: email_address, level: user_level, network: networkOf(request.ip) };
      const account = await accounts.get(database, id);
      if (isStored(change, account)) return { path: `${USERS}/${id}`, notice: "unchanged" };
      const currentPassword = values.current_password;
      await confirmSensitiveChange(request, context, loginService, account, { ...accountChange, currentPassword });
      await blameEmail("email_address", () => updateIfUnchanged(context, id, accountChange, values.version));
      return { path: `${USERS}/${id}`, notice: "updated" };
    });
  });

  scope.get("/users/:id/delete", async (request, reply) =>
    deletePage(request, reply, await accounts.get(database, idParameter(request))),
  );

  scope.post("/users/:id/delete", KEEPS_DRAFTS, async (request, reply) => {
    await accounts.remove(database, clock, idParameter(request));
    return redirect(reply, { path: USERS, notice: "deleted" });
  });
}

/** A password that nobody knows, for an account whose owner chooses one. */
function randomPassword() {
  const password = randomBytes(32).toString("base64url");
  return { password, password_confirmation: password };
}

/** Mails the owner of a new account a link to choose a password, or shows it to the administrator. */
async function offerPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, mails }: Pick<Dependencies, "context" | "mails">,
  { id, email }: Account,
): Promise<Destination> {
  const { database, clock, config } = context;
  const mail = { email, address: request.ip, language: viewOf(request).language };
  if (await passwordReset.mailFirstLink(database, mails, id, mail)) return { path: USERS, notice: "created-mailed" };
  const link = await passwordReset.createLink(database, { clock, baseUrl: config.baseUrl }, id, { isFirst: true });
  return { path: showLink(reply, context, id, link), notice: "created-link" };
}

function toSearch({ q = "", level, active, after }: Values): listing.Search {
  return {
    text: q.trim(),
    level: toLevel(level),
    active: active === "1" || active === "0" ? active === "1" : undefined,
    after: Number.isSafeInteger(Number(after)) ? Number(after) : 0,
  };
}

function toLevel(text: string | undefined): Level | undefined {
  return LEVELS.find((level) => String(level) === text);
}

function toValues({ email, name, locale, active, user_level, version }: Account): Values {
  return {
    email_address: email,
    name,
    locale,
    active: String(active),
    user_level: String(user_level),
    version: String(version),
  };
}

/**
 * Converts the values of a form to a user in the shape of the contract. Options that the form does
 * not offer become undefined, which the contract rejects.
 */
function toUser(values: Values) {
  const { email_address = "", name = "", password = "", password_confirmation = "", active } = values;
  return {
    email_address,
    name,
    password,
    password_confirmation,
    locale: LOCALES.find((locale) => locale === values.locale),
    active: active === "1",
    user_level: toLevel(values.user_level),
  };
}

/** Like `toUser`. An empty password leaves the password unchanged. */
function toChange(values: Values) {
  const { password, password_confirmation, ...others } = toUser(values);
  return values.password ? { ...others, password, password_confirmation } : others;
}

/** Whether an account already is as a change would make it. A password is never known to be the stored one. */
function isStored(change: ReturnType<typeof toChange>, stored: Account): boolean {
  return (
    !("password" in change) &&
    change.email_address === stored.email &&
    change.name.trim() === stored.name.trim() &&
    change.locale === stored.locale &&
    change.active === (stored.active === 1) &&
    change.user_level === stored.user_level
  );
}

/** Throws `taken` if another account than `id` has the e-mail address. The database checks that again. */
async function assertFree(database: Context["database"], { email_address = "" }: Values, id?: number): Promise<void> {
  const owner = await accounts.findByEmail(database, email_address);
  if (owner !== undefined && owner.id !== id) throw emailTaken("email_address");
}

/**
 * Throws one failure with all wrong fields, because a form shows all errors at once: those that `checkContract` throws,
 * passwords that differ or are easy to guess, and an e-mail address of another account than `id`. Only a valid address
 * is looked up: not every database takes a NUL.
 */
async function assertValid(
  database: Context["database"],
  values: Values,
  checkContract: () => void,
  id?: number,
): Promise<void> {
  const failures = [await failureOf(checkContract), await failureOf(() => assertPasswordsMatch(values))];
  const details = () => failures.flatMap((failure) => failure?.details ?? []);
  const isWrong = (field: string) => details().some(({ path }) => path === field);
  const { name = "", email_address: email = "", password = "" } = values;
  if (!isWrong("/email_address")) failures.push(await failureOf(() => assertFree(database, values, id)));
  if (password !== "" && !isWrong("/password"))
    failures.push(await failureOf(() => assertAcceptable(password, { email, name })));
  throwAll(failures);
}

/** Updates an account. Throws `changed` if its version is not the one that the form showed. */
async function updateIfUnchanged(
  { database, clock }: Context,
  id: number,
  change: accounts.AccountChange,
  version: string | undefined,
): Promise<void> {
  try {
    await accounts.update(database, clock, id, change, { ifVersion: Number(version) });
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "changed")) throw error;
    throw new Failure("changed", "Somebody else has changed this user in the meantime. Reload the page.", {
      reason: "user-changed",
      cause: error,
    });
  }
}
