import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { headersOf, statusOf } from "#contract/response/failures";
import { type Values, valuesIn } from "../design/form-state.ts";
import { isShownInForm } from "./draft.ts";
import { type Destination, redirect } from "./notices.ts";

/** Processes a form with its values, and redirects to the page that `work` returns. */
export async function submitForm(
  { body }: FastifyRequest,
  reply: FastifyReply,
  work: (values: Values) => Promise<string | Destination>,
): Promise<FastifyReply> {
  return redirect(reply, await work(valuesIn(body)));
}

/** Sends a page with a failure and its status. Throws errors that are not shown in forms. */
export function showFailure<T>(reply: FastifyReply, error: unknown, show: (failure: Failure) => T): T {
  if (!isShownInForm(error, reply.request.routeOptions.config.form?.isAnonymous)) throw error;
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
  const { kind, message, reason, values } = first;
  throw new Failure(kind, message, { reason, values, details: all.flatMap(({ details }) => details) });
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
    reason: "passwords-differ",
    details: [{ path: "/password_confirmation", message: "must match the password", reason: "password-differs" }],
  });
}

/** The failure of a form whose e-mail address belongs to another account. `field` is the name of that field. */
export function emailTaken(field: string): Failure {
  return new Failure("taken", "Email already exists", {
    reason: "email-taken",
    details: [{ path: `/${field}`, message: "belongs to another account", reason: "of-another-account" }],
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
