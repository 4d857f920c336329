import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { TEXT_TYPE } from "./registry.ts";

// An import of node:http would load WebSocket and fetch too.
const { createServer } = process.getBuiltinModule("node:http");

/** Connections beyond this number are closed at once. */
const MAX_CONNECTIONS = 20;

/** Milliseconds for receiving a request, and until a connection without traffic is closed. */
const TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 65_000;

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the text of all metrics. */
type Render = () => string | Promise<string>;

/** A server of metrics. */
export interface MetricsServer {
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
