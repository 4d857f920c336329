import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type FailureKind } from "../failure.ts";
import { PROBLEM_MEDIA_TYPE } from "../media-types.ts";
import { BODY_LIMIT } from "../request/body.ts";
import { type CachingHeaders, cachingHeadersFor } from "./caching.ts";
import { JSON_TYPE } from "./json.ts";

/** The status of each kind of failure (RFC 9110, section 15; RFC 6585). */
const STATUS: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  wrongMethod: 405,
  timeout: 408,
  conflict: 409,
  taken: 409,
  changed: 412,
  tooLarge: 413,
  wrongType: 415,
  unprocessable: 422,
  preconditionRequired: 428,
  tooMany: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
};

/** A response as it is sent to the client. The keys of `headers` are in lower case. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string | Buffer;
}

/** The request of an error response, for the `instance` of problem details (RFC 9457). */
export interface FailedRequest {
  /** The path with the base path, and the query. */
  readonly url: string;
  /** The `X-Request-Id` of the response, where it has one. */
  readonly id: string;
}

/** How errors are sent for all paths under a base path. */
export interface Envelope {
  readonly basePath: string;
  /**
   * The body of an error response, which has this status. Requests that Node rejects, such as invalid HTTP, are
   * undefined.
   */
  readonly toBody: (failure: Failure, status: number, request: FailedRequest | undefined) => unknown;
  /**
   * The body of an error response as problem details (RFC 9457). With it, failures for which the contract lists both media
   * types are problem details for clients that prefer these, and JSON for all others.
   */
  readonly toProblemBody?: ((failure: Failure, status: number, request: FailedRequest) => unknown) | undefined;
  /** The media type of the error response to a malformed request; JSON unless given. */
  readonly typeOf?: (status: number) => string;
  /** The value of `WWW-Authenticate` in a 401 (RFC 9110, section 11.6.1). */
  readonly challenge?: string | undefined;
  /** Adds header fields to an error response. */
  readonly complete?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
  /** Counts a malformed request towards an address's rate limit. Returns the rate limit headers. */
  readonly count?: (address: string) => Promise<Record<string, string>>;
  /** Checks the response to a malformed request against the contract. */
  readonly check?: (response: RawResponse) => void;
}

/** The error format of paths outside the base path of every contract. */
export const DEFAULT_ENVELOPE = { basePath: "", toBody: ({ message }: Failure) => ({ error: message }) };

/** The status of a failure, which its kind decides. */
export function statusOf({ kind }: Pick<Failure, "kind">): number {
  return STATUS[kind];
}

/** `Retry-After`, and `Connection: close` after a timeout (RFC 9110, section 15.5.9). */
export function headersOf({ kind, retryAfter }: Failure): Record<string, string> {
  return {
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...(kind === "timeout" && { connection: "close" }),
  };
}

interface FailureOptions {
  readonly caching?: CachingHeaders;
  /** The content type of a failure with a status; JSON unless given. */
  readonly typeOf?: (request: FastifyRequest, reply: FastifyReply, status: number) => string;
}

/**
 * Sets the error handler of a Fastify scope, which responds in the scope's error format. Logs
 * `internal` failures, and the cause of `unavailable` ones.
 */
export function sendFailures(
  scope: FastifyInstance,
  { toBody, toProblemBody = toBody, challenge, complete }: Omit<Envelope, "basePath">,
  { caching, typeOf = () => JSON_TYPE }: FailureOptions = {},
): void {
  renderFailures(scope, typeOf, (failure, request, reply, type) => {
    complete?.(request, reply);
    if (caching !== undefined) reply.headers(cachingHeadersFor(request, caching));
    if (challenge !== undefined && failure.kind === "unauthenticated") reply.header("www-authenticate", challenge);
    const render = type === PROBLEM_MEDIA_TYPE ? toProblemBody : toBody;
    return JSON.stringify(render(failure, statusOf(failure), { url: request.url, id: request.id }));
  });
}

/** Like `sendFailures`, but for any content type and body; both may depend on the request. */
export function renderFailures(
  scope: FastifyInstance,
  contentType: string | ((request: FastifyRequest, reply: FastifyReply, status: number) => string),
  render: (failure: Failure, request: FastifyRequest, reply: FastifyReply, type: string) => string,
): void {
  scope.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error, request.routeOptions.bodyLimit);
    scope.refusals?.count(failure);
    // `unavailable` without a cause means overload, for which the request's own log line is enough.
    if (failure.kind === "internal" || (failure.kind === "unavailable" && failure.cause !== undefined)) {
      request.log.error({ reqId: request.id, err: failure.cause ?? failure }, failure.message);
    }
    const status = statusOf(failure);
    const type = typeof contentType === "string" ? contentType : contentType(request, reply, status);
    const text = render(failure, request, reply, type);
    return reply.code(status).headers(headersOf(failure)).type(type).send(text);
  });
}

/**
 * Converts a thrown value to a failure: known errors by their code, all others to `internal`. `bodyLimit`: the largest
 * body of the request, in bytes.
 */
export function toFailure(thrown: unknown, bodyLimit = BODY_LIMIT): Failure {
  if (thrown instanceof Failure) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Failure("tooLarge", `The body is larger than ${bodyLimit / 1024 / 1024} MiB.`, {
        reason: "body-too-large",
        values: { limit: bodyLimit / 1024 / 1024 },
        cause: thrown,
      });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Failure("wrongType", "The Content-Type is not a media type.", {
        reason: "content-type",
        cause: thrown,
      });
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "ECONNRESET":
      return new Failure("invalid", "The body is incomplete.", { reason: "body-incomplete", cause: thrown });
    default:
      return new Failure("internal", "Something went wrong on the server.", { reason: "internal", cause: thrown });
  }
}
