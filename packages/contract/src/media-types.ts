import Negotiator from "negotiator";
import type { Contract, ResponsesObject } from "./contract.ts";

export const JSON_MEDIA_TYPE = "application/json";

/** The media type of failures as problem details (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** Whether content of a media type is JSON (RFC 6839, section 3.1). */
export function isJson(type: string): boolean {
  return type === JSON_MEDIA_TYPE || type.endsWith("+json");
}

/** The media types that the types of handlers have for responses, besides those of text. */
const SENT = [
  ...[JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE, "application/octet-stream", "application/zip"],
  ...["image/png", "image/webp"],
];

/** The names of `isSendable`, for messages. */
export const SENDABLE = [...SENT, "text/…"];

/** Whether a handler can return a response with content of a media type, which has no parameters. */
export function isSendable(type: string): boolean {
  return SENT.includes(type) || /^text\/[^;*]+$/.test(type);
}

/** Returns the media type of a failure with a status, where the contract lists these responses. */
export type FailureTypeOf = (responses: ResponsesObject, status: number, accept: string | undefined) => string;

/**
 * Failures are problem details where the contract lists that media type, and JSON elsewhere. Where it lists both, and
 * `isNegotiated`, they are JSON unless `Accept` prefers problem details. A status that the contract does not list counts as
 * one with problem details if any failure of the contract has them.
 */
export function failureTypesOf(
  { operations, outside }: Pick<Contract, "operations" | "outside">,
  isNegotiated = false,
): FailureTypeOf {
  const hasProblems = [outside, ...operations.map(({ responses }) => responses)].some((responses) =>
    listsFailures(responses, PROBLEM_MEDIA_TYPE),
  );
  const usual = [
    ...(hasProblems ? [PROBLEM_MEDIA_TYPE] : []),
    ...(isNegotiated || !hasProblems ? [JSON_MEDIA_TYPE] : []),
  ];
  return (responses, status, accept) => {
    const content = responses[status]?.content ?? {};
    const listed = [PROBLEM_MEDIA_TYPE, JSON_MEDIA_TYPE].filter((type) => type in content);
    const [first = JSON_MEDIA_TYPE, ...others] = listed.length > 0 ? listed : usual;
    if (!isNegotiated || others.length === 0) return first;
    return prefersProblems(accept) ? PROBLEM_MEDIA_TYPE : JSON_MEDIA_TYPE;
  };
}

/** What is compared with `Accept`: with the parameter that is sent, which clients may ask for too. */
const NEGOTIATED = [JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE].map((type) => `${type}; charset=utf-8`);

/** A longer `Accept` is ignored: comparing it would take milliseconds. */
const MAX_ACCEPT_LENGTH = 1_000;

/**
 * Whether `Accept` prefers problem details to JSON: by a higher quality or, with the same, by naming them more specifically
 * or earlier (RFC 9110, section 12.5.1).
 */
function prefersProblems(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > MAX_ACCEPT_LENGTH) return false;
  return new Negotiator({ headers: { accept } }).mediaType(NEGOTIATED) === NEGOTIATED[1];
}

/** Whether any of the responses is a failure that may have a media type. */
export function listsFailures(responses: ResponsesObject, type: string): boolean {
  return Object.entries(responses).some(([status, { content = {} }]) => Number(status) >= 400 && type in content);
}
