/**
 * Called when a response is about to be sent or, if streamed, has been sent, for metrics. Arguments instead of an
 * object, because it is called for each request.
 *
 * - `api`: the name of the contract, or `other`
 * - `operation`: the operationId; outside the contracts the method and the route; `unmatched` for unknown paths, and
 *   `malformed` for what is not HTTP. So there is a limited number of values.
 * - `milliseconds`: since the request arrived; undefined if it is malformed
 */
export type OnCompleted = (api: string, operation: string, status: number, milliseconds: number | undefined) => void;

/** The `api` of requests outside the contracts. */
export const OTHER_API = "other";
