import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Once the server is stopping, closes each connection after its next response, and tells the client
 * with `Connection: close`. A connection that is closed without a warning may just be getting its
 * next request, which then fails (RFC 9112, section 9.6).
 */
export function closeConnectionsWhenStopping(server: FastifyInstance, stopping: AbortSignal): void {
  // Set as the response is sent, because its request may have begun before the server was stopping.
  server.addHook("onSend", (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.raw.setHeader("connection", "close");
    done();
  });
}

/** Milliseconds between two checks for connections that have become idle while the server closes. */
const CLOSE_CHECK_INTERVAL_MS = 50;

/**
 * When the server closes, destroys connections without a request: browsers open some in advance, and
 * Node does not count them as idle. Closes the others once their last response is complete, instead
 * of waiting until their clients close them.
 */
export function closeUnusedSockets(server: FastifyInstance): void {
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.addHook("preClose", async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const idleCheck = setInterval(() => server.server.closeIdleConnections(), CLOSE_CHECK_INTERVAL_MS);
    server.server.once("close", () => clearInterval(idleCheck));
  });
}

/**
 * Milliseconds between two checks: more than `keepAliveTimeout` and `headersTimeout` together (10 s
 * each), the longest time that a well-behaved client takes from a response to its next request.
 */
const IDLE_CHECK_INTERVAL_MS = 25_000;

/**
 * Destroys connections that keep sending after a response without beginning a request. Node's
 * timeouts miss them: an empty line (RFC 9112, section 2.2) ends the keep-alive timeout, but does not
 * begin a request, so `headersTimeout` does not start. `responses` has the last response of each
 * connection.
 */
export function closeIdleSockets(
  server: Server,
  responses: WeakMap<Socket, ServerResponse>,
  interval = IDLE_CHECK_INTERVAL_MS,
): void {
  /** The connections, each with its last response at the previous check. */
  const sockets = new Map<Socket, ServerResponse | undefined>();
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, before] of sockets) {
      const last = responses.get(socket);
      if (last?.writableFinished && last.req.complete && last === before) socket.destroy();
      else sockets.set(socket, last);
    }
  }, interval);
  timer.unref();
  server.on("close", () => clearInterval(timer));
}
