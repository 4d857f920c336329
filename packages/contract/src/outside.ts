import type { Operation, ResponseObject, ResponsesObject } from "./contract.ts";
import { JSON_MEDIA_TYPE, listsFailures, PROBLEM_MEDIA_TYPE } from "./media-types.ts";

/** The header fields that the server may send with any of these responses; those of the limits are in `CallerLimit`. */
const FIELDS = [
  ...["X-Request-Id", "Allow", "Retry-After", "WWW-Authenticate"],
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit-Remaining"],
  ...["RateLimit-Policy", "RateLimit"],
];

/** A failure with any body, as the binding renders it. */
function failureOf(mediaTypes: readonly string[]): ResponseObject {
  return {
    description: "The request matches no operation.",
    headers: Object.fromEntries(FIELDS.map((name) => [name, { schema: { type: "string" } }])),
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: {} }])),
  };
}

/**
 * The responses to requests that match no operation, for contracts without `x-outside-operations`: 400 for a malformed
 * request, 404 for an unknown path, 405 for an unknown method, 408 and 431 from limits of the server, 429 from a rate
 * limit, 500 for a fault and 503 when the server is busy. They have the media types of the operations' failures.
 */
export function defaultOutside(operations: readonly Operation[]): ResponsesObject {
  const types = [PROBLEM_MEDIA_TYPE, JSON_MEDIA_TYPE].filter((type) =>
    operations.some(({ responses }) => listsFailures(responses, type)),
  );
  const failure = failureOf(types.length > 0 ? types : [JSON_MEDIA_TYPE]);
  const statuses = ["400", "404", "405", "408", "413", "414", "429", "431", "500", "503"];
  return Object.fromEntries(statuses.map((status) => [status, failure]));
}
