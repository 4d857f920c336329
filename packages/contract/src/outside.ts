import type { ResponseObject, ResponsesObject } from "./contract.ts";

/** A failure with any JSON body, as the binding renders it. */
const FAILURE: ResponseObject = {
  description: "The request matches no operation.",
  headers: Object.fromEntries(
    ["X-Request-Id", "Allow", "Retry-After", "WWW-Authenticate"].map((name) => [name, { schema: { type: "string" } }]),
  ),
  content: { "application/json": { schema: {} } },
};

/**
 * The responses to requests that match no operation, for contracts without `x-outside-operations`: 400 for a malformed
 * request, 404 for an unknown path, 405 for an unknown method, 408 and 431 from limits of the server, 429 from a rate
 * limit, 500 for a fault and 503 when the server is busy.
 */
export const DEFAULT_OUTSIDE: ResponsesObject = Object.fromEntries(
  ["400", "404", "405", "408", "413", "414", "429", "431", "500", "503"].map((status) => [status, FAILURE]),
);
