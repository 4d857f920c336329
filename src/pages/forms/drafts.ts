import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type Problem } from "#contract/failure";
import { pathOf } from "#contract/request/path";
import * as formDrafts from "../../accounts/form-drafts.ts";
import type { Context } from "../../context/context.ts";
import { type FormErrors, NO_ERRORS, toFormErrors, type Values, valuesIn } from "../design/form-state.ts";
import { backOf } from "../design/local-path.ts";
import { type Draft, type Fields, fieldsOf, isShownInForm, sentFields, toDraft, toText } from "./draft.ts";
import * as draftCookie from "./draft-cookie.ts";
import { findSignedInUser } from "./session.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Where the form of a `POST` route is; undefined if nothing of it is kept. */
    readonly form?: FormPlace;
  }
}

/** The place of a form. */
interface FormPlace {
  /** The end of the form's path, after the path of the page that has the form; empty if these are the same. */
  readonly part: string;
  /** The fragment of the page, with `#`; empty for its beginning. */
  readonly fragment: string;
  /** Whether drafts are in a cookie, because nobody needs to be signed in. */
  readonly isAnonymous: boolean;
  /** Set if the form is that of the page in its parameter `back`: another page if it names none of this server. */
  readonly home?: string;
}

/** The options of the `POST` route of a form that is on a page with the same path. */
export const KEEPS_DRAFTS = keepsDrafts("");

/** The same for a form that needs no signing in. */
export const KEEPS_DRAFTS_IN_COOKIE = {
  config: { form: { part: "", fragment: "", isAnonymous: true } },
} as const;

/** The options of the `POST` route of a form whose path is the path of its page and `part`. */
export function keepsDrafts(part: string, fragment = "") {
  return { config: { form: { part, fragment, isAnonymous: false } } };
}

/** The same for a button that many pages have, and that sends their forms. `home`: where it returns by default. */
export function keepsPageForm(home: string, { isAnonymous = false } = {}) {
  return { config: { form: { part: "", fragment: "", isAnonymous, home } } };
}

/** The query parameter with the id of a draft. */
const PARAMETER = "draft";

/** The name of the request decorator with a `Draft`. */
const DRAFT = "formDraft";

/** The name of the scope decorator with what stores drafts. */
const STORE = "draftStore";

/** Characters of the longest field that is kept if not all fields fit into a cookie: an e-mail address does. */
const MAX_FIELD_IN_COOKIE = 300;

/** Fields that always have a value, though nobody types in them. */
const NEVER_EMPTY = new Set(["next", "version", "shown", "scope"]);

type Store = Pick<Context, "database" | "clock" | "subkeys">;

/**
 * Redirects a form of the scope that is not accepted to its page, which shows what was typed and what is wrong. So
 * reloading that page sends nothing again. What was typed is a draft: it is stored for an hour, without passwords.
 */
export function showDrafts(scope: FastifyInstance, { database, clock, subkeys }: Context): void {
  const store: Store = { database, clock, subkeys };
  scope.decorate(STORE, store);
  scope.decorateRequest(DRAFT, undefined);
  scope.addHook("preHandler", async (request) => {
    const { [PARAMETER]: id } = valuesIn(request.query);
    if (request.method !== "GET" || id === undefined) return;
    request.setDecorator(DRAFT, await read(store, request, pathOf(request.url), id));
  });
  scope.addHook("onRoute", (route) => {
    const { handler, method, config } = route;
    if (method !== "POST" || config?.form === undefined) return;
    const { isAnonymous } = config.form;
    route.handler = async function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      if (isAnonymous) draftCookie.clear(reply);
      try {
        return await handler.call(this, request, reply);
      } catch (error) {
        return rejectForm(request, reply, error);
      }
    };
  });
}

/** Takes the draft of a form of the requested page; undefined without one. */
export function takeDraft(request: FastifyRequest, part = ""): Draft | undefined {
  const draft = request.getDecorator<Draft | undefined>(DRAFT);
  if (draft?.part !== part) return undefined;
  request.setDecorator(DRAFT, undefined);
  return draft;
}

/** What was typed in the fields of the requested page, whichever button sent them. */
export function typedValues(request: FastifyRequest): Values {
  return valuesIn(request.getDecorator<Draft | undefined>(DRAFT)?.fields);
}

/**
 * What a form of the requested page shows: what was typed in it before, or else these values. The draft of another part
 * of the page has the fields of this form too, unless that saved only some.
 */
export function shownForm(request: FastifyRequest, initial: Values, part = ""): { values: Values; errors: FormErrors } {
  const typed = typedValues(request);
  const draft = takeDraft(request, part);
  const names = Object.keys(initial);
  const isTyped = draft !== undefined || names.length === 0 || names.some((name) => typed[name] !== undefined);
  const failure = draft?.failure;
  const { version } = initial;
  // A change of the page itself, such as an undo, leaves the version out.
  const values = version === undefined || failure !== undefined ? typed : { version, ...typed };
  return { values: isTyped ? values : initial, errors: failure === undefined ? NO_ERRORS : toFormErrors(failure) };
}

/** Why a form was not accepted that does not show this itself, such as a button; undefined if there is none. */
export function problemOf(request: FastifyRequest): Problem | undefined {
  if (!request.server.hasRequestDecorator(DRAFT)) return undefined;
  return request.getDecorator<Draft | undefined>(DRAFT)?.failure;
}

/**
 * Redirects to the page of the form, or to `page`, with a draft. Throws the error if forms don't show it, or if no
 * draft can be stored: because it is too long, or the database is unavailable.
 */
export async function rejectForm(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  page = pageOf(request),
): Promise<FastifyReply> {
  const { part = "", isAnonymous = false } = request.routeOptions.config.form ?? {};
  if (!isShownInForm(error, isAnonymous)) throw error;
  const draft = { part, fields: sentFields(request), failure: error };
  const store: Store = request.server.getDecorator(STORE);
  const address = isAnonymous
    ? addToCookie(reply, store, page, draft)
    : await addIfAvailable(request, store, page, draft);
  if (address === undefined) throw error;
  reply.server.refusals?.count(error);
  return reply.redirect(address, 303);
}

/** The address of the page of a form, which has the query that the form was sent with. */
export function pageOf(request: FastifyRequest): string {
  const { url, routeOptions } = request;
  const { part = "", fragment = "", home } = routeOptions.config.form ?? {};
  if (home !== undefined) return backOf(request) ?? home;
  const path = pathOf(url).split("/");
  return path.slice(0, path.length - (part.split("/").length - 1)).join("/") + url.slice(pathOf(url).length) + fragment;
}

/** Stores a draft for an account, and returns the address that shows it; undefined if it is too long. */
export async function addDraft(
  { database, clock }: Pick<Store, "database" | "clock">,
  accountId: number,
  page: string,
  draft: Draft,
): Promise<string | undefined> {
  const id = await formDrafts.add(database, clock, { accountId, path: pathOf(page) }, toText(draft));
  return id === undefined ? undefined : withDraft(page, id);
}

/**
 * The address of a page with what was typed in fields that a form did not save. Without any, it is the address of the
 * page, without the draft that it had before.
 */
export async function keepTyped(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  fields: Fields,
  { part = "", failure }: Partial<Pick<Draft, "part" | "failure">> = {},
): Promise<string> {
  const kept = fieldsOf(fields);
  const typed = Object.entries(kept).filter(([name]) => !NEVER_EMPTY.has(name));
  if (typed.every(([, text]) => text === "")) return withoutDraft(page);
  const draft = { part, fields: kept, failure };
  const store: Store = request.server.getDecorator(STORE);
  const user = findSignedInUser(request);
  const address =
    user === undefined ? addToCookie(reply, store, page, draft) : await addDraft(store, user.id, page, draft);
  return address ?? withoutDraft(page);
}

/** The draft that a page showed, by its address; undefined without one. */
export async function draftAt(request: FastifyRequest, page: string): Promise<Draft | undefined> {
  const { pathname, searchParams } = new URL(page, "http://localhost");
  const id = searchParams.get(PARAMETER);
  return id === null ? undefined : read(request.server.getDecorator(STORE), request, pathname, id);
}

async function addIfAvailable(
  request: FastifyRequest,
  store: Store,
  page: string,
  draft: Draft,
): Promise<string | undefined> {
  const user = findSignedInUser(request);
  try {
    return user && (await addDraft(store, user.id, page, draft));
  } catch (error) {
    if (error instanceof Failure && error.kind === "unavailable") return undefined;
    throw error;
  }
}

/** Stores a draft in the browser, without long texts if it would be too long. */
function addToCookie(reply: FastifyReply, store: Store, page: string, draft: Draft): string | undefined {
  const short = Object.entries(draft.fields).filter(([, value]) => value.length <= MAX_FIELD_IN_COOKIE);
  for (const fields of [draft.fields, Object.fromEntries(short), {}]) {
    const id = draftCookie.store(reply, store, pathOf(page), toText({ ...draft, fields }));
    if (id !== undefined) return withDraft(page, id);
  }
  return undefined;
}

/** The draft with an id; undefined if the visitor has none with it on this page, or it has expired. */
async function read(store: Store, request: FastifyRequest, path: string, id: string): Promise<Draft | undefined> {
  const user = findSignedInUser(request);
  const content =
    draftCookie.find(request, store, path, id) ??
    (user && (await formDrafts.find(store.database, store.clock, { accountId: user.id, path }, id)));
  return content === undefined ? undefined : toDraft(content);
}

/** The address of a page with a draft. */
function withDraft(page: string, id: string): string {
  const { pathname, searchParams, hash } = new URL(page, "http://localhost");
  searchParams.set(PARAMETER, id);
  return `${pathname}?${searchParams}${hash}`;
}

/** The address of a page without its draft. */
function withoutDraft(page: string): string {
  const { pathname, searchParams, hash } = new URL(page, "http://localhost");
  if (!searchParams.has(PARAMETER)) return page;
  searchParams.delete(PARAMETER);
  return `${pathname}${searchParams.size === 0 ? "" : `?${searchParams}`}${hash}`;
}
