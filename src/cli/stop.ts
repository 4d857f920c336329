import { exit } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Context } from "../context/context.ts";

/** Maximum milliseconds for running requests to finish after the server has stopped listening. */
const REQUESTS_TIMEOUT_MS = 10_000;

/** Maximum further milliseconds for closing the database, which may not respond. */
const CLOSE_TIMEOUT_MS = 5_000;

export interface StopOptions {
  /** Aborted at the first signal, see `stopping` in `createApp`. */
  readonly stopping: AbortController;
  /** How long requests are served after the signal, so that load balancers notice the shutdown. */
  readonly drainSeconds: number;
  readonly logger: FastifyBaseLogger;
  /** Sends waiting spans, and writes buffered log lines. */
  readonly flush: () => Promise<void>;
}

/**
 * Registers how the server shuts down at SIGTERM and SIGINT: it keeps serving for `drainSeconds`, stops listening,
 * finishes running requests, closes the database and exits. A second signal exits at once.
 */
export function prepareStop(
  app: FastifyInstance,
  context: Context,
  { stopping, drainSeconds, logger, flush }: StopOptions,
): void {
  async function stop(cause: string): Promise<void> {
    if (stopping.signal.aborted) exit(1);
    stopping.abort();
    logger.info(`${cause}: serving requests for ${drainSeconds} more seconds`);
    await pause(drainSeconds * 1000);
    logger.info(`finishing running requests, for at most ${REQUESTS_TIMEOUT_MS / 1000} seconds`);
    setTimeout(giveUp, REQUESTS_TIMEOUT_MS + CLOSE_TIMEOUT_MS);
    await closeServer(app);
    await context.close();
    logger.info("stopped");
    await flush();
    exit(0);
  }

  function giveUp(): void {
    logger.error("The server could not be closed in time.");
    exit(1);
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, (received) => void stop(received));
}

/** Stops listening and finishes running requests. Destroys all connections after the timeout. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), REQUESTS_TIMEOUT_MS);
  await app.close();
  clearTimeout(deadline);
}

/**
 * Logs an uncaught error and exits with 1, because the process may be in an inconsistent state. The
 * `exit` listener in `start.ts` writes the buffered log lines.
 */
export function exitOnUncaughtError(logger: FastifyBaseLogger): void {
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught error");
    exit(1);
  });
}
