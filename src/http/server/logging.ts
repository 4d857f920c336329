import { Readable } from "node:stream";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { type DestinationStream, pino } from "pino";
import { pathOf } from "../request/path.ts";

/**
 * An error as it is logged: without its stack, and with its message only if it has no code, because
 * messages of drivers quote queries and values.
 */
interface LoggedError {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  /** The innermost line of our own code in the stack. */
  readonly at?: string;
}

/** A pino logger that leaves confidential data out of errors. */
export function createLogger(level: string, destination: DestinationStream): FastifyBaseLogger {
  return pino({ level, base: null, serializers: { err: toLoggedError } }, destination);
}

declare module "fastify" {
  interface FastifyRequest {
    /** When the request arrived, by `performance.now()`. */
    startedAt: number;
  }
}

/**
 * Logs each request when its response is about to be sent or, if streamed, has been sent. Leaves out
 * the query, which may be confidential. Fastify itself gets no logger: it would create a child logger
 * for each request and listen for the end of each response, which would double the time that Fastify
 * takes.
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
    if (payload instanceof Readable) reply.raw.once("finish", () => logRequest(request, reply));
    else logRequest(request, reply);
    done();
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { id, method, url, startedAt, routeOptions } = request;
  const operation = routeOptions.config.operation?.id;
  logCompleted(request.log, { id, method, url, operation, status: reply.statusCode, startedAt });
}

/** The logged parts of a request and its response. */
interface CompletedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** The operationId; undefined when no operation matched. */
  readonly operation: string | undefined;
  readonly status: number;
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number;
}

/** Logs a completed request. */
export function logCompleted(
  log: FastifyBaseLogger,
  { id, method, url, operation, status, startedAt }: CompletedRequest,
): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info({ reqId: id, method, path: loggedPathOf(url), operation, status, ms }, "request completed");
}

/** The path of a URL without the token of an invitation, with which whoever reads the log could join. */
function loggedPathOf(url: string): string {
  return pathOf(url).replace(/^\/join\/.+/, "/join/…");
}

/** Fastify's own logging, reduced to errors while streaming a response. */
export class StreamErrorLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override streamError(error: Error & { code?: string }, { id: reqId, log }: FastifyRequest): void {
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE") log.info({ reqId }, "the client disconnected");
    else log.error({ reqId, err: error }, "streaming the response failed");
  }
}

/** Serialises an error for the log. */
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
