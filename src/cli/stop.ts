import { exit } from "node:process";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { DestinationStream } from "pino";
import type { Context } from "../context.ts";

/** The destination of log lines; `flushSync` writes buffered lines immediately. */
export type Log = DestinationStream & { flushSync?: () => void };

/** Maximum milliseconds from the signal to the exit. The last 500 are reserved for closing the database. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Milliseconds between closing connections that have become idle. Without it, Node waits until
 * their clients close them.
 */
const IDLE_CHECK_INTERVAL_MS = 50;

/**
 * On SIGTERM or SIGINT: stops accepting connections, finishes running requests, closes the
 * database, exits. A second signal exits at once.
 */
export function stopOnSignals(app: FastifyInstance, context: Context, logger: FastifyBaseLogger, log: Log): void {
  let isStopping = false;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (isStopping) exit(1);
    isStopping = true;
    logger.info(`${signal}: finishing running requests, for at most ${SHUTDOWN_TIMEOUT_MS / 1000} seconds`);
    const deadline = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS - 500);
    const idleCheck = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
    await app.close();
    clearInterval(idleCheck);
    clearTimeout(deadline);
    await context.close();
    logger.info("stopped");
    log.flushSync?.();
    exit(0);
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, (received) => void stop(received));
}

/**
 * Logs an uncaught error without its stack and exits with 1, because the process may be in an
 * inconsistent state.
 */
export function exitOnUncaughtError(logger: FastifyBaseLogger, log: Log): void {
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught error");
    log.flushSync?.();
    exit(1);
  });
}
