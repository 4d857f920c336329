import type { IncomingHttpHeaders } from "node:http";
import { request } from "../../network/request.ts";

/** Limits of the requests of a client. */
export interface Limits {
  /** Milliseconds from the DNS query to the last byte of the response. */
  readonly timeout: number;
  /** Milliseconds without any data in either direction. */
  readonly idleTimeout: number;
  /** Maximum bytes of a response. */
  readonly maxBytes: number;
}

/** The part of a request of the AWS SDK that is sent. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A `requestHandler` of the AWS SDK that sends its requests within limits. */
export function requestHandler({ timeout, idleTimeout, maxBytes }: Limits) {
  return {
    async handle(sent: SdkRequest, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) {
      const { method, headers, body } = sent;
      if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) {
        throw new TypeError("A request to S3 has a body that is neither text nor bytes.");
      }
      const response = await request(toUrl(sent), {
        method,
        headers,
        body: body === "" ? undefined : body,
        timeout,
        idleTimeout,
        maxBytes,
        signal: abortSignal,
      });
      return {
        response: { statusCode: response.status, headers: toHeaders(response.headers), body: response.body },
      };
    },
  };
}

function toUrl({ protocol, hostname, port, path, query }: SdkRequest): URL {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => (value === null ? encode(name) : `${encode(name)}=${encode(value)}`)),
  );
  const authority = port === undefined ? hostname : `${hostname}:${port}`;
  return new URL(`${protocol}//${authority}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`);
}

/** As the signature of AWS encodes: all but unreserved characters (RFC 3986, section 2.3). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function toHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value = ""]) => [name, [value].flat().join(", ")]);
  return Object.fromEntries(pairs);
}
