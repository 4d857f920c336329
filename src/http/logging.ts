import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { type DestinationStream, pino } from "pino";
import { pathOf } from "./unreachable.ts";

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

/** One line per request, when it is answered. The query is left out: it may hold what somebody looks for. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        operation: request.routeOptions.config.operation?.id,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "answered",
    );
  }

  override streamError(error: Error & { code?: string }, request: FastifyRequest): void {
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE") request.log.info("the client went away");
    else request.log.error({ err: error }, "the answer broke off");
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
