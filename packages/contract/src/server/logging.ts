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
import { type OnCompleted, OTHER_API } from "./completed.ts";

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

/** A logger with a method for the lines of requests, which are most of the log. */
export interface RequestLogger extends FastifyBaseLogger {
  /** Logs a completed request, at level `info`. */
  readonly completed: (request: CompletedRequest) => void;
}

/**
 * A pino logger that leaves confidential data out of errors. `toLoggedPath` changes the path of a request in its log line,
 * for paths that hold secrets.
 */
export function createLogger(
  level: string,
  destination: DestinationStream,
  toLoggedPath: (path: string) => string = (path) => path,
): RequestLogger {
  const logger = pino({ level, base: null, serializers: { err: toLoggedError } }, destination);
  const logsRequests = logger.isLevelEnabled("info");
  return Object.assign(logger, {
    completed(request: CompletedRequest) {
      if (logsRequests) destination.write(lineOf(request, toLoggedPath(pathOf(request.url))));
    },
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** When the request arrived, by `performance.now()`. */
    startedAt: number;
    /** The id of the caller's account; 0 when anonymous. */
    accountId: number;
  }
}

interface LoggingOptions {
  /** Whether the lines have the client's IP address and the account's id. */
  readonly logsClients: boolean;
  readonly onCompleted: OnCompleted;
}

/**
 * Logs each request when its response is about to be sent or, if streamed, has been sent. Leaves out
 * the query, which may be confidential. Fastify itself gets no logger: it would create a child logger
 * for each request and listen for the end of each response, which would double the time that Fastify
 * takes. Passes each request on to `onCompleted`.
 */
export function logRequests(
  app: FastifyInstance,
  logger: RequestLogger,
  { logsClients, onCompleted }: LoggingOptions,
): void {
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("accountId", 0);
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAt = performance.now();
    request.log = logger;
    reply.log = logger;
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (payload instanceof Readable) reply.raw.once("finish", () => complete(request, reply));
    else complete(request, reply);
    done();
  });

  function complete(request: FastifyRequest, reply: FastifyReply): void {
    const { id, method, url, startedAt, is404, routeOptions, ip, accountId } = request;
    const { api = OTHER_API, operation: { id: operation } = {} } = routeOptions.config;
    const status = reply.statusCode;
    const route = operation ?? (is404 ? "unmatched" : `${method} ${routeOptions.url}`);
    onCompleted(api, route, status, performance.now() - startedAt);
    const completed = { id, method, url, operation, status, startedAt };
    logger.completed(logsClients ? { ...completed, ip, account: accountId || undefined } : completed);
  }
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
  /** The client's IP address; undefined if it is not logged. */
  readonly ip?: string | undefined;
  /** The id of the caller's account; undefined if it is not logged, and when anonymous. */
  readonly account?: number | undefined;
}

/** The line of a completed request in pino's format. Pino itself needs twice the time: it joins the fields one by one. */
function lineOf({ id, method, operation, status, startedAt, ip, account }: CompletedRequest, path: string): string {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const [level, time] = [pino.levels.values.info, Date.now()];
  const fields = { level, time, reqId: id, method, path, operation, status, ms, ip, account, msg: "request completed" };
  return `${JSON.stringify(fields)}\n`;
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
