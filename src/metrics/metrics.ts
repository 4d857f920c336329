import { isIP } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { Context } from "../context/context.ts";
import { countExpired } from "../idempotency/expiry.ts";
import { countBacklog } from "../library/cleanup/cleanup.ts";
import { findLastBackup } from "../maintenance/backup/records.ts";
import { countWaiting } from "../webhooks/webhooks.ts";
import { EventLoopDelay } from "./event-loop.ts";
import { Registry } from "./registry.ts";
import { MAX_ROWS, type Reading, Sampler } from "./sampler.ts";
import { type ListenAddress, type MetricsServer, openMetricsServer } from "./server.ts";
import { addDatabaseMetrics, addProcessMetrics, addQueueMetrics, addRequestMetrics, type Sources } from "./sources.ts";

export interface MetricsOptions {
  readonly address: ListenAddress;
  readonly logger: FastifyBaseLogger;
  /** Milliseconds between two readings of the database; for tests. */
  readonly interval?: number | undefined;
}

/** Serves metrics. Rejects if the address can't be used. Returns the function that closes the server. */
export async function serveMetrics(
  sources: Sources,
  { address, logger, interval }: MetricsOptions,
): Promise<() => Promise<void>> {
  const registry = new Registry();
  const server = await openMetricsServer(address, () => registry.render());
  const sampler = new Sampler(() => readDatabase(sources.context), registry, interval);
  const delay = new EventLoopDelay();
  addRequestMetrics(registry, sources);
  addQueueMetrics(registry, sources, sampler);
  addDatabaseMetrics(registry, sources, sampler);
  addProcessMetrics(registry, sources, delay);
  announce(logger, server);
  return async () => {
    sampler.close();
    delay.close();
    await server.close();
  };
}

async function readDatabase({ database, clock }: Context): Promise<Reading> {
  const idempotency_keys = await countExpired(database, clock, MAX_ROWS);
  const backlog = { ...(await countBacklog(database, clock, MAX_ROWS)), idempotency_keys };
  const lastBackup = await findLastBackup(database);
  return { backlog, lastBackup: lastBackup?.createdAt, waitingEvents: await countWaiting(database) };
}

/** Logs where metrics are served, and warns if other machines may be able to read them. */
function announce(logger: FastifyBaseLogger, { address: { address, port } }: MetricsServer): void {
  const host = isIP(address) === 6 ? `[${address}]` : address;
  logger.info(`Metrics: http://${host}:${port}/metrics`);
  if (isLoopback(address)) return;
  logger.warn("METRICS_ADDRESS is not a loopback address. Make sure that only Prometheus can reach it.");
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}
