/** What was answered, and with it the header fields. */
export interface Whole<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** A call under way: awaited, it is the body of the answer. */
export interface Answer<Data> extends Promise<Data> {
  /** The answer with its header fields, such as `ETag` or `Location`. */
  readonly withResponse: () => Promise<Whole<Data>>;
}

/** A call of openapi-fetch, whose errors are thrown, as an answer. */
export function answer<Data>(call: Promise<{ data?: Data; response: Response }>): Answer<Data> {
  const whole = call.then(({ data, response }) => {
    if (data === undefined) throw new TypeError(`The server answered ${response.status} without a body.`);
    return { data, response };
  });
  const body = whole.then(({ data }) => data);
  return Object.assign(body, {
    withResponse: () => {
      // Whoever asks for the whole is told of a failure by the whole.
      body.catch(() => undefined);
      return whole;
    },
  });
}
