import Csrf from "@fastify/csrf";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { isRecord } from "#contract/record";
import { pathOf } from "#contract/request/path";
import { headersOf, statusOf } from "#contract/response/failures";
import * as formDrafts from "../../accounts/form-drafts.ts";
import type { Context } from "../../context.ts";
import { type FormErrors, NO_ERRORS, toFormErrors, type Values, valuesIn } from "../design/form-state.ts";
import { toLocalPath } from "../local-path.ts";
import { cookiesIn } from "./cookies.ts";
import { findSignedInUser } from "./session.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether what was typed in the form of a `POST` route is stored if it is not accepted. */
    readonly keepsDrafts?: boolean;
  }
}

/** What a request shows again: the values of a form, and what was wrong with them. */
export interface Draft {
  readonly values: Values;
  /** Undefined if nothing is known to be wrong. */
  readonly failure: Failure | undefined;
}

/** The options of the `POST` route of a form that `submitForm` processes, and whose page has the same path. */
export const KEEPS_DRAFTS = { config: { keepsDrafts: true } } as const;

/** The query parameter with the id of a draft. */
const PARAMETER = "draft";

/** The name of the request decorator with a `Draft`. */
const DRAFT = "formDraft";

/** The name of the scope decorator with what stores drafts. */
const STORE = "draftStore";

/** Fields of passwords: a draft only says that they were filled in. */
const PASSWORD = /password/;

/** Fields that are not stored. */
const SECRET = /^_csrf$|^token$/;

/** Failures that a draft can have: those that forms show. */
const KINDS = ["invalid", "unprocessable", "taken", "conflict", "changed", "tooMany", "unavailable"] as const;

type Store = Pick<Context, "database" | "clock">;

/**
 * Lets the forms of a scope show drafts. A `GET` with the id of a draft is processed by the handler of the form's
 * `POST`: `submitForm` then does not submit, it shows the form. So reloading the page sends nothing again.
 */
export function showDrafts(scope: FastifyInstance, { database, clock }: Context): void {
  const store: Store = { database, clock };
  scope.decorate(STORE, store);
  scope.decorateRequest(DRAFT, undefined);
  const handlers = new Map<string, (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => unknown>();
  scope.addHook("onRoute", (route) => {
    const { handler, url, method } = route;
    if (method === "POST" && route.config?.keepsDrafts === true) handlers.set(url, handler);
    if (method !== "GET") return;
    route.handler = async function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      const submit = handlers.get(url);
      const draft = submit === undefined ? undefined : await read(store, request);
      if (submit === undefined || draft === undefined) return handler.call(this, request, reply);
      request.setDecorator(DRAFT, draft);
      return submit.call(this, request, reply);
    };
  });
}

/** The draft that a request shows instead of submitting a form; undefined for a request that submits one. */
export function draftOf(request: FastifyRequest): Draft | undefined {
  return request.getDecorator<Draft | undefined>(DRAFT);
}

/** The errors of a draft. The response gets the status that the form would have had. */
export function errorsOf({ failure }: Draft, reply: FastifyReply): FormErrors {
  if (failure === undefined) return NO_ERRORS;
  reply.code(statusOf(failure)).headers(headersOf(failure));
  return toFormErrors(failure);
}

/**
 * Stores what was typed in a form, and returns the address that shows it; undefined if it can't be stored: nobody is
 * signed in, the route keeps no drafts, the values are too long, or the database is unavailable.
 */
export async function keep(request: FastifyRequest, values: Values, failure: Failure): Promise<string | undefined> {
  const user = findSignedInUser(request);
  if (user === undefined || request.routeOptions.config.keepsDrafts !== true) return undefined;
  try {
    return await add(storeOf(request.server), { accountId: user.id, path: pathOf(request.url) }, values, failure);
  } catch (error) {
    if (error instanceof Failure && error.kind === "unavailable") return undefined;
    throw error;
  }
}

async function add(
  { database, clock }: Store,
  place: formDrafts.Place,
  values: Values,
  failure?: Failure,
): Promise<string | undefined> {
  const shown = withoutSecrets(values);
  const { kind, message, details, retryAfter } = failure ?? {};
  const content = JSON.stringify({
    values: shown,
    ...(failure && { failure: { kind, message, details, retryAfter } }),
  });
  const id = await formDrafts.add(database, clock, place, content);
  return id === undefined ? undefined : `${place.path}?${PARAMETER}=${id}`;
}

/** The values that may be stored. */
function withoutSecrets(values: Values): Values {
  const shown = Object.entries(values).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, PASSWORD.test(name) && value !== "" ? "*" : value]));
}

async function read({ database, clock }: Store, request: FastifyRequest): Promise<Draft | undefined> {
  const id = valuesIn(request.query)[PARAMETER];
  const user = findSignedInUser(request);
  if (id === undefined || user === undefined) return undefined;
  const place = { accountId: user.id, path: pathOf(request.url) };
  const content = await formDrafts.find(database, clock, place, id);
  if (content === undefined) return undefined;
  const { values, failure }: { values: Values; failure?: StoredFailure } = JSON.parse(content);
  return { values, failure: failure && toFailure(failure) };
}

/** A failure as JSON. */
interface StoredFailure extends Pick<Failure, "message" | "details"> {
  readonly kind: (typeof KINDS)[number];
  readonly retryAfter?: number;
}

function toFailure({ kind, message, details, retryAfter }: StoredFailure): Failure {
  return new Failure(kind, message, { details, ...(retryAfter !== undefined && { retryAfter }) });
}

function storeOf(scope: FastifyInstance): Store {
  return scope.getDecorator(STORE);
}

/** The fields of the sign-in form that keep what was typed in a form whose session had ended. */
const [KEPT_PATH, KEPT_FORM] = ["kept_path", "kept_form"];

/** Characters of the path of a form. */
const MAX_PATH = 200;

/** Characters of a form that the sign-in form keeps. */
const MAX_KEPT = 300_000;

/** The hidden fields of the sign-in form for a form that came without a session; undefined if it can't be kept. */
export function keptFields(request: FastifyRequest): Values | undefined {
  if (request.routeOptions.config.keepsDrafts !== true || !isRecord(request.body)) return undefined;
  const form = new URLSearchParams({
    ...withoutSecrets(valuesIn(request.body)),
    _csrf: valuesIn(request.body)._csrf ?? "",
  }).toString();
  if (form.length > MAX_KEPT) return undefined;
  return { [KEPT_PATH]: pathOf(request.url), [KEPT_FORM]: form };
}

/** Hidden fields that send again what the sign-in form keeps, as markup. */
export function keptInputs(values: Values): string {
  const fields = [KEPT_PATH, KEPT_FORM].filter((name) => values[name] !== undefined);
  return fields.map((name) => `${html`<input type="hidden" name="${name}" value="${values[name] ?? ""}">`}\n`).join("");
}

/**
 * Stores what the sign-in form has kept for the account that signed in, and returns the address that shows it.
 * Returns undefined if the form was not made for this account in this browser, as its CSRF token says.
 */
export async function keepAfterSignIn(
  request: FastifyRequest,
  { database, clock, subkeys }: Context,
  accountId: number,
  values: Values,
): Promise<string | undefined> {
  const { [KEPT_PATH]: address = "", [KEPT_FORM]: text } = values;
  const path = toLocalPath(address.slice(0, MAX_PATH));
  const secret = request.cookies[cookiesIn(request.server).csrf];
  if (path === undefined || text === undefined || text.length > MAX_KEPT || secret === undefined) return undefined;
  const { _csrf: token = "", ...form } = Object.fromEntries(new URLSearchParams(text));
  const tokens = new Csrf.Tokens({ hmacKey: subkeys.csrf.key, userInfo: true });
  if (!tokens.verify(secret, token, String(accountId))) return undefined;
  return add({ database, clock }, { accountId, path }, form);
}
