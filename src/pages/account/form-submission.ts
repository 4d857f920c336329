import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { headersOf, statusOf } from "#contract/response/failures";
import { type FormErrors, toFormErrors, type Values, valuesIn } from "../design/form-state.ts";
import { draftOf, errorsOf, keep } from "./drafts.ts";
import { type Destination, redirect } from "./notices.ts";

/** Failures that are shown in the form. */
const FORM_FAILURES = new Set(["invalid", "unprocessable", "taken", "conflict", "changed", "tooMany", "unavailable"]);

/** Sends a form with its values and errors. */
export type ShowForm = (values: Values, errors: FormErrors) => FastifyReply | Promise<FastifyReply>;

/**
 * Processes a form and redirects to the page that `work` returns. If it fails, what was typed is stored, and the
 * browser is redirected to the form with its errors, so that reloading the page repeats nothing. Where nothing can be
 * stored, as for people who are not signed in, the response is the form itself.
 */
export async function submitForm(
  request: FastifyRequest,
  reply: FastifyReply,
  showForm: ShowForm,
  work: (values: Values) => Promise<string | Destination>,
): Promise<FastifyReply> {
  const draft = draftOf(request);
  if (draft !== undefined) return showForm(draft.values, errorsOf(draft, reply));
  const values = valuesIn(request.body);
  try {
    return redirect(reply, await work(values));
  } catch (error) {
    const address = isShownInForm(error) ? await keep(request, values, error) : undefined;
    if (address === undefined || !isShownInForm(error)) {
      return showFailure(reply, error, (failure) => showForm(values, toFormErrors(failure)));
    }
    reply.server.refusals?.count(error);
    return reply.redirect(address, 303);
  }
}

/** Sends a page with a failure and its status. Throws errors that are not shown in forms. */
export function showFailure<T>(reply: FastifyReply, error: unknown, show: (failure: Failure) => T): T {
  if (!isShownInForm(error)) throw error;
  reply.server.refusals?.count(error);
  reply.code(statusOf(error)).headers(headersOf(error));
  return show(error);
}

/** Runs all checks, and throws one failure with the details of all that fail: a form shows all errors at once. */
export async function assertAll(...checks: readonly (() => void | Promise<void>)[]): Promise<void> {
  const failures: (Failure | undefined)[] = [];
  for (const check of checks) failures.push(await failureOf(check));
  throwAll(failures);
}

/** Throws one failure with the details of all; nothing if there is none. */
export function throwAll(failures: readonly (Failure | undefined)[]): void {
  const all = failures.filter((failure) => failure !== undefined);
  const [first] = all;
  if (first === undefined) return;
  throw new Failure(first.kind, first.message, { details: all.flatMap(({ details }) => details) });
}

/** The failure of a check that a form can show; undefined if it passes. */
export async function failureOf(check: () => void | Promise<void>): Promise<Failure | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!isShownInForm(error)) throw error;
    return error;
  }
}

/** Throws `unprocessable` unless both fields have the same password. */
export function assertPasswordsMatch({ password, password_confirmation }: Values): void {
  if (password === password_confirmation) return;
  throw new Failure("unprocessable", "The passwords do not match.", {
    details: [{ path: "/password_confirmation", message: "must match the password" }],
  });
}

/** The failure of a form whose e-mail address belongs to another account. `field` is the name of that field. */
export function emailTaken(field: string): Failure {
  return new Failure("taken", "Email already exists", {
    details: [{ path: `/${field}`, message: "belongs to another account" }],
  });
}

/** Runs `write`, and names the field that is to blame if another account has the e-mail address. */
export async function blameEmail<T>(field: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Failure && error.kind === "taken") throw emailTaken(field);
    throw error;
  }
}

/** Links that are not valid any more have a page of their own. */
function isShownInForm(error: unknown): error is Failure {
  return error instanceof Failure && FORM_FAILURES.has(error.kind) && error.reason !== "link";
}
