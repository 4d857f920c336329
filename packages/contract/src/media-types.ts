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
export type FailureTypeOf = (responses: ResponsesObject, status: number) => string;

/**
 * Failures are problem details where the contract lists that media type, also beside JSON, and JSON elsewhere. One that
 * the contract does not list is sent like most: as problem details if any failure of the contract is.
 */
export function failureTypesOf({ operations, outside }: Pick<Contract, "operations" | "outside">): FailureTypeOf {
  const usual = [outside, ...operations.map(({ responses }) => responses)].some(listsProblems)
    ? PROBLEM_MEDIA_TYPE
    : JSON_MEDIA_TYPE;
  return (responses, status) => {
    const types = Object.keys(responses[status]?.content ?? {});
    return [PROBLEM_MEDIA_TYPE, JSON_MEDIA_TYPE].find((type) => types.includes(type)) ?? usual;
  };
}

/** Whether any of the responses is a failure that may be problem details. */
export function listsProblems(responses: ResponsesObject): boolean {
  return Object.entries(responses).some(
    ([status, { content = {} }]) => Number(status) >= 400 && PROBLEM_MEDIA_TYPE in content,
  );
}
