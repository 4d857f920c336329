/** A response with its parsed body. */
export interface ApiResponse<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** A call in progress: awaited, it is the body of the response. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** The body together with the response, for headers such as `ETag` or `Location`. */
  readonly withResponse: () => Promise<ApiResponse<Data>>;
}

/** Wraps a call of openapi-fetch, whose middleware throws for a failed response. */
export function call<Data>(sent: Promise<{ data?: Data; response: Response }>): ApiPromise<Data> {
  const whole = sent.then(({ data, response }) => {
    if (data === undefined) throw new TypeError(`The server returned ${response.status} without a body.`);
    return { data, response };
  });
  const body = whole.then(({ data }) => data);
  return Object.assign(body, {
    withResponse: () => {
      // The caller handles the rejection of `whole`; without this, that of `body` would be unhandled.
      body.catch(() => undefined);
      return whole;
    },
  });
}
