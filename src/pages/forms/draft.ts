import type { FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { isRecord } from "#contract/record";
import { textFieldsOf } from "./form-text.ts";

/** The fields of a form as they were sent. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** What a page shows again: the fields of one of its forms, and what was wrong with them. */
export interface Draft {
  readonly part: string;
  readonly fields: Fields;
  /** Undefined if nothing is known to be wrong. */
  readonly failure: Failure | undefined;
}

/** Fields of passwords: a draft only says that they were filled in. */
const PASSWORD = /password/;

/** Failures that a form shows. */
const KINDS = new Set(["invalid", "unprocessable", "taken", "conflict", "changed", "tooMany", "unavailable"]);

/**
 * Whether a failure is shown in the form. Links that are not valid any more have a page of their own. A credential is
 * wrong only in forms that need no signing in: in others, the account has lost its access while the request ran.
 */
export function isShownInForm(error: unknown, isAnonymous = false): error is Failure {
  if (!(error instanceof Failure) || error.reason === "link-invalid") return false;
  return KINDS.has(error.kind) || (isAnonymous && error.kind === "unauthenticated");
}

/** The fields of a form without its token; of passwords only whether they were filled in. */
export function fieldsOf(body: unknown): Fields {
  if (!isRecord(body) || Buffer.isBuffer(body)) return {};
  const fields = Object.entries(body).flatMap(([name, value]): [string, string | string[]][] => {
    if (name === "_csrf") return [];
    const texts = [value].flat().filter((text) => typeof text === "string");
    const shown = PASSWORD.test(name) ? texts.map((text) => (text === "" ? "" : "*")) : texts;
    const [first] = shown;
    return first === undefined ? [] : [[name, shown.length === 1 ? first : shown]];
  });
  return Object.fromEntries(fields);
}

/** The fields of a request's form like `fieldsOf`, also of one with a file. */
export function sentFields(request: FastifyRequest): Fields {
  return { ...fieldsOf(request.body), ...fieldsOf(textFieldsOf(request)) };
}

/** A draft as it is stored. */
export function toText({ part, fields, failure }: Draft): string {
  const { kind, message, details, reason, values } = failure ?? {};
  return JSON.stringify({ part, fields, ...(failure && { failure: { kind, message, details, reason, values } }) });
}

/** A draft as JSON. */
interface StoredDraft extends Omit<Draft, "failure"> {
  readonly failure?: Pick<Failure, "kind" | "message" | "details" | "reason" | "values">;
}

/** The draft that is stored as a text. */
export function toDraft(content: string): Draft {
  const { part, fields, failure }: StoredDraft = JSON.parse(content);
  if (failure === undefined) return { part, fields, failure };
  return { part, fields, failure: new Failure(failure.kind, failure.message, failure) };
}
