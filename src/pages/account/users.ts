import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../accounts/account.ts";
import * as accounts from "../../accounts/accounts.ts";
import { LEVELS, type Level } from "../../accounts/levels.ts";
import * as listing from "../../accounts/listing.ts";
import * as loginHistory from "../../accounts/login-history.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { statusOf } from "../../http/response/failures.ts";
import { type Values, valuesIn, type Wrongs, wrongsIn } from "./form.ts";
import { idIn } from "./id.ts";
import { createPage, deletePage, editPage, listPage, USERS } from "./users-pages.ts";

/** How many users a page of the list shows. */
const SHOWN = 25;

const LOCALES = ["en", "sv"] as const;

/** Failures that a form itself tells. */
const TOLD = new Set(["unprocessable", "taken", "conflict", "changed"]);

/** What the pages need. */
interface UsersParts {
  readonly context: Context;
  /** Throw `unprocessable` for what the contract does not allow of a new user and of a change. */
  readonly checkNew: (value: object) => void;
  readonly checkChange: (value: object) => void;
}

/** The pages on which an administrator finds, makes, changes and deletes users. */
export function serveUsers(scope: FastifyInstance, { context, checkNew, checkChange }: UsersParts): void {
  const { database, clock } = context;

  scope.get("/users", async (request, reply) => {
    const values = valuesIn(request.query);
    const found = await listing.search(database, toSearch(values), SHOWN);
    return listPage(request, reply, values, found, await listing.countAll(database));
  });

  scope.get("/users/new", async (request, reply) =>
    createPage(request, reply, { locale: "en", user_level: "1", active: "1" }),
  );

  scope.post("/users/new", async (request, reply) =>
    orAgain(request, reply, createPage, async (values) => {
      const user = toUser(values);
      checkNew(user);
      refuseUnconfirmed(values);
      await accounts.create(database, clock, { ...user, email: user.email_address, level: user.user_level });
      return `${USERS}?notice=created`;
    }),
  );

  scope.get("/users/:id", async (request, reply) => {
    const account = await accounts.get(database, idIn(request));
    return editPage(request, reply, account, toValues(account), {}, await loginHistory.of(database, account.id));
  });

  scope.post("/users/:id", async (request, reply) => {
    const id = idIn(request);
    const account = await accounts.get(database, id);
    const again = async (_: FastifyRequest, __: FastifyReply, values: Values, wrongs: Wrongs) =>
      editPage(request, reply, account, values, wrongs, await loginHistory.of(database, id));
    return orAgain(request, reply, again, async (values) => {
      const change = toChange(values);
      checkChange(change);
      refuseUnconfirmed(values);
      const { email_address: email, user_level: level, ...rest } = change;
      await updateIfUnchanged(context, id, { ...rest, email, level }, values.version);
      return `${USERS}/${id}?notice=updated`;
    });
  });

  scope.get("/users/:id/delete", async (request, reply) =>
    deletePage(request, reply, await accounts.get(database, idIn(request))),
  );

  scope.post("/users/:id/delete", async (request, reply) => {
    await accounts.remove(database, clock, idIn(request));
    return reply.redirect(`${USERS}?notice=deleted`, 303);
  });
}

type Page = (
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  wrongs: Wrongs,
) => FastifyReply | Promise<FastifyReply>;

/** Does what a form asks and goes on to the page that this names, or shows the form again with what is wrong. */
async function orAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  work: (values: Values) => Promise<string>,
): Promise<FastifyReply> {
  const values = valuesIn(request.body);
  try {
    return reply.redirect(await work(values), 303);
  } catch (error) {
    if (!(error instanceof Failure && TOLD.has(error.kind))) throw error;
    const wrongs = error.kind === "taken" ? { email_address: "belongs to another account" } : {};
    return page(request, reply.code(statusOf(error)), values, { ...wrongsIn(error), ...wrongs });
  }
}

function toSearch({ q = "", level, active, after }: Values): listing.Search {
  return {
    text: q.trim(),
    level: levelIn(level),
    active: active === "1" || active === "0" ? active === "1" : undefined,
    after: Number.isSafeInteger(Number(after)) ? Number(after) : 0,
  };
}

function levelIn(text: string | undefined): Level | undefined {
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

/** A user of the contract, out of a form, in which everything is text. What is no choice of the form is left out, and missed by the check. */
function toUser(values: Values) {
  const { email_address = "", name = "", password = "", password_confirmation = "", active } = values;
  return {
    email_address,
    name,
    password,
    password_confirmation,
    locale: LOCALES.find((locale) => locale === values.locale),
    active: active === "1",
    user_level: levelIn(values.user_level),
  };
}

/** An empty password stays as it is. */
function toChange(values: Values) {
  const { password, password_confirmation, ...others } = toUser(values);
  return values.password ? { ...others, password, password_confirmation } : others;
}

function refuseUnconfirmed({ password, password_confirmation }: Values): void {
  if (password === password_confirmation) return;
  throw new Failure("unprocessable", "The two passwords differ.", {
    details: [{ path: "/password_confirmation", message: "must be the password once more" }],
  });
}

/** Updates an account if it still has the version that the form was loaded with; throws `changed` otherwise. */
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
    throw new Failure("changed", "Somebody else has changed this account meanwhile. Load the page again.", {
      cause: error,
    });
  }
}
