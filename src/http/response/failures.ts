import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type FailureKind } from "../../errors.ts";
import { JSON_TYPE } from "./json.ts";

/** The status of each kind of failure (RFC 9110, section 15; RFC 6585). The only place that knows. */
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
  tooMany: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
};

/** An answer as it goes to the client; the names of its header fields are in lower case. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string | Buffer;
}

/** A part of the address space whose failures have one shape. */
export interface Envelope {
  readonly basePath: string;
  /** The body of a failure, as the contract describes it. */
  readonly toBody: (failure: Failure) => unknown;
  /** How callers whose credential is missing or wrong are told to show it (RFC 9110, section 11.6.1). */
  readonly challenge?: string | undefined;
  /** Counts what never became a request, from an address; gives back the header fields of its answer. */
  readonly count?: (address: string) => Promise<Record<string, string>>;
  /** Holds an answer that no hook sees against the contract. */
  readonly check?: (answer: RawResponse) => void;
}

/** The envelope of what lies under no contract. */
export const OUTSIDE: Envelope = { basePath: "", toBody: ({ message }) => ({ error: message }) };

export function statusOf(failure: Failure): number {
  return STATUS[failure.kind];
}

/** The header fields that a failure brings along. */
export function headersOf(failure: Failure): Record<string, string> {
  return failure.retryAfter === undefined ? {} : { "retry-after": String(failure.retryAfter) };
}

/** Answers everything thrown in the scope in its envelope; a fault of ours is logged with its cause and answered with a neutral sentence. */
export function sendFailures(
  scope: FastifyInstance,
  { toBody, challenge }: Pick<Envelope, "toBody" | "challenge">,
): void {
  renderFailures(scope, JSON_TYPE, (failure, _request, reply) => {
    if (challenge !== undefined && failure.kind === "unauthenticated") reply.header("www-authenticate", challenge);
    return JSON.stringify(toBody(failure));
  });
}

/** The same in any content type, which may depend on the request. */
export function renderFailures(
  scope: FastifyInstance,
  contentType: string | ((request: FastifyRequest) => string),
  render: (failure: Failure, request: FastifyRequest, reply: FastifyReply) => string,
): void {
  scope.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
    if (failure.kind === "internal" || failure.kind === "unavailable") {
      request.log.error({ reqId: request.id, err: failure.cause ?? failure }, failure.message);
    }
    const text = render(failure, request, reply);
    const type = typeof contentType === "string" ? contentType : contentType(request);
    return reply.code(statusOf(failure)).headers(headersOf(failure)).type(type).send(text);
  });
}

/** What was thrown, as a failure that can be told: the framework's own complaints by their code, the unknown as a fault of ours. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Failure("tooLarge", "The body is larger than 1 MiB.", { cause: thrown });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Failure("wrongType", "The Content-Type is not a media type.", { cause: thrown });
    case "FST_CSRF_INVALID_TOKEN":
    case "FST_CSRF_MISSING_SECRET":
      return new Failure("forbidden", "This form is too old, or your browser took no cookie. Load the page again.", {
        cause: thrown,
      });
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "ECONNRESET":
      return new Failure("invalid", "The body did not arrive whole.", { cause: thrown });
    default:
      return new Failure("internal", "Something went wrong on the server.", { cause: thrown });
  }
}
