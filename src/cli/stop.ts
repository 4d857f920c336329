import { exit } from "node:process";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { DestinationStream } from "pino";
import type { Context } from "../context.ts";

/** Where log lines go; what is still held back of them can be written at once. */
export type Log = DestinationStream & { flushSync?: () => void };

/** How long running requests may take to finish once the server is told to stop, in milliseconds. */
const PATIENCE = 10_000;

/** How often connections are closed that have become idle since: Node would wait until their clients let go, in milliseconds. */
const TIDYING = 50;

/** On SIGTERM or SIGINT: takes no more connections, finishes what runs, closes the database, ends. The second signal ends at once. */
export function stopOnSignals(app: FastifyInstance, context: Context, logger: FastifyBaseLogger, log: Log): void {
  let isStopping = false;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (isStopping) exit(1);
    isStopping = true;
    logger.info(`${signal}: finishing what runs, for ${PATIENCE / 1000} seconds at most`);
    const cutOff = setTimeout(() => app.server.closeAllConnections(), PATIENCE - 500);
    const tidying = setInterval(() => app.server.closeIdleConnections(), TIDYING);
    await app.close();
    clearInterval(tidying);
    clearTimeout(cutOff);
    await context.close();
    logger.info("stopped");
    log.flushSync?.();
    exit(0);
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, (received) => void stop(received));
}

/** A fault that nobody caught may have left anything half done: it is logged, without its stack, and the process ends with 1. */
export function endOnFault(logger: FastifyBaseLogger, log: Log): void {
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "a fault that nobody caught");
    log.flushSync?.();
    exit(1);
  });
}
