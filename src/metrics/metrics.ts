import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { Context } from "../context/context.ts";
import { countExpired } from "../idempotency/expiry.ts";
import { countBacklog } from "../library/cleanup/cleanup.ts";
import * as pageQueue from "../library/links/queue.ts";
import { findLastBackup } from "../maintenance/backup/records.ts";
import { countWaiting } from "../webhooks/webhooks.ts";
import { EventLoopDelay } from "./event-loop.ts";
import { Registry, TEXT_TYPE } from "./registry.ts";
import { MAX_ROWS, type Reading, Sampler } from "./sampler.ts";
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
  const waitingEvents = await countWaiting(database);
  const { count: waitingPages, firstDueAt } = await pageQueue.measure(database);
  const pageDelay = firstDueAt === undefined ? 0 : Math.max(0, clock() - firstDueAt);
  return { backlog, lastBackup: lastBackup?.createdAt, waitingEvents, waitingPages, pageDelay };
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

// An import of node:http would load WebSocket and fetch too.
const { createServer } = process.getBuiltinModule("node:http");

/** Connections beyond this number are closed at once. */
const MAX_CONNECTIONS = 20;

/** Milliseconds for receiving a request, and until a connection without traffic is closed. */
const TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 65_000;

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the text of all metrics. */
type Render = () => string | Promise<string>;

/** A server of metrics. */
interface MetricsServer {
  readonly address: AddressInfo;
  readonly close: () => Promise<void>;
}

/**
 * Serves `GET /metrics` on its own address, without authentication: anybody who reaches it can read, and no limit or
 * full queue of the APIs keeps Prometheus from reading them.
 */
export async function openMetricsServer({ host, port }: ListenAddress, render: Render): Promise<MetricsServer> {
  const server = createServer(
    { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, keepAliveTimeout: IDLE_TIMEOUT_MS, maxHeaderSize: 8192 },
    (request, response) => void respond(request, response, render),
  );
  server.maxConnections = MAX_CONNECTIONS;
  // Closes connections of clients that do not read either.
  server.setTimeout(IDLE_TIMEOUT_MS);
  await once(server.listen(port, host), "listening");
  // Such as too many open files: the next connection may succeed.
  server.on("error", () => {});
  // An address is a string only on a Unix socket, and null only before listening.
  return { address: server.address() as AddressInfo, close: () => close(server) };
}

async function respond(request: IncomingMessage, response: ServerResponse, render: Render): Promise<void> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (request.url?.split("?", 1)[0] !== "/metrics") send(response, 404, "Only /metrics is here.\n");
  else if (!isRead) send(response.setHeader("allow", "GET, HEAD"), 405, "Only GET and HEAD are supported.\n");
  else send(response.setHeader("content-type", TEXT_TYPE), 200, await render());
  // A body is not read.
  if (!isRead) request.socket.end();
}

function send(response: ServerResponse, status: number, text: string): void {
  response.setHeader("cache-control", "no-store");
  if (!response.hasHeader("content-type")) response.setHeader("content-type", "text/plain; charset=utf-8");
  response.writeHead(status, { "content-length": Buffer.byteLength(text) }).end(text);
}

async function close(server: Server): Promise<void> {
  const closed = once(server.close(), "close");
  server.closeAllConnections();
  await closed;
}
