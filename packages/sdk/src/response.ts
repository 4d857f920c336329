/** A response with its parsed body. */
export interface ApiResponse<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** A call in progress. Resolves with the body of the response. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** The body together with the response, for headers such as `ETag` or `Location`. */
  readonly withResponse: () => Promise<ApiResponse<Data>>;
}

/** Wraps a call of openapi-fetch, which rejects for an error status (see `openClient`). */
export function call<Data>(sent: Promise<{ data?: Data; response: Response }>): ApiPromise<Data> {
  const whole = sent.then(({ data, response }) => {
    if (data === undefined) throw new TypeError(`The server returned ${response.status} without a body.`);
    return { data, response };
  });
  const body = whole.then(({ data }) => data);
  return Object.assign(body, {
    withResponse: () => {
      // The caller awaits only `whole`; without this, a failed call would cause an unhandled rejection of `body`.
      body.catch(() => undefined);
      return whole;
    },
  });
}
