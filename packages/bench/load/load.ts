import type { Request } from "../http-client.ts";

/** Placeholder for a value in the path or the body of a request template. */
export const VALUE = "{value}";

/** A request in which `VALUE` is replaced by one of `values`; wrk chooses at random. */
export interface RequestTemplate extends Request {
  /** Values for a body all have the same length, because `Content-Length` is computed once. */
  readonly values?: readonly string[];
}

export interface LoadOptions {
  readonly base: string;
  readonly template: RequestTemplate;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second of all connections together; undefined: as many as possible. */
  readonly rate?: number;
  /** The only core that the load generator may use; undefined: all. */
  readonly core: number | undefined;
}

/** What a load generator measured; latencies in milliseconds. */
export interface Load {
  readonly requests: number;
  /** Requests a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** Sends requests to a server and measures their latencies. Throws on an unexpected status or a failed connection. */
export type LoadGenerator = (options: LoadOptions) => Promise<Load>;

/** The request with the value at `index`, which wraps around. */
export function fillIn({ values = [], ...request }: RequestTemplate, index: number): Request {
  const value = values[index % values.length];
  if (value === undefined) return request;
  const { path, body } = request;
  return {
    ...request,
    path: path.replace(VALUE, value),
    ...(body && { body: JSON.parse(JSON.stringify(body).replace(VALUE, value)) }),
  };
}
