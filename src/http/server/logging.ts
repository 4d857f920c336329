import { Readable } from "node:stream";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { type DestinationStream, pino } from "pino";
import { pathOf } from "../request/unmatched.ts";

/** An error as it may stand in a log: never its stack, and a message only where no code says it, because drivers quote queries and values. */
interface LoggedError {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  /** The line of ours that it came through. */
  readonly at?: string;
}

/** A log of one level of pino's and up, in which errors leak nothing. */
export function createLogger(level: string, destination: DestinationStream): FastifyBaseLogger {
  return pino({ level, base: null, serializers: { err: toLoggedError } }, destination);
}

declare module "fastify" {
  interface FastifyRequest {
    /** When it began, in milliseconds of the process's own clock. */
    startedAt: number;
  }
}

/**
 * Writes a line per request, with its answer. The query is left out: it may hold what somebody looks for. The framework is not to know of the
 * logger: it would make another one of it for each request, and listen for the end of each answer, which takes as long as all else that it does.
 */
export function logRequests(app: FastifyInstance, logger: FastifyBaseLogger): void {
  app.decorateRequest("startedAt", 0);
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = performance.now();
    request.log = logger;
    reply.log = logger;
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (payload instanceof Readable) reply.raw.once("finish", () => logAnswer(request, reply));
    else logAnswer(request, reply);
    done();
  });
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { id, method, url, startedAt, routeOptions } = request;
  const operation = routeOptions.config.operation?.id;
  logCompleted(request.log, { id, method, url, operation, status: reply.statusCode, startedAt });
}

/** What the line of a request tells. */
interface Answered {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** The operationId; undefined where no operation was reached. */
  readonly operation: string | undefined;
  readonly status: number;
  /** In milliseconds of the process's own clock. */
  readonly startedAt: number;
}

/** Writes the line of a request that is answered. */
export function logCompleted(
  log: FastifyBaseLogger,
  { id, method, url, operation, status, startedAt }: Answered,
): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info({ reqId: id, method, path: pathOf(url), operation, status, ms }, "answered");
}

/** What the framework logs by itself: nothing of requests, and why a stream did not reach its end. */
export class StreamLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override streamError(error: Error & { code?: string }, { id: reqId, log }: FastifyRequest): void {
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE") log.info({ reqId }, "the client went away");
    else log.error({ reqId, err: error }, "the answer broke off");
  }
}

/** What a log line says of an error. */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const at = /\/(src\/[^\s)]+:\d+):\d+/.exec(error.stack ?? "")?.[1];
  return {
    name: error.name,
    ...(code === undefined ? { message: error.message } : { code }),
    ...(at !== undefined && { at }),
  };
}
