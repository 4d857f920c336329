import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Milliseconds between two checks: more than `keepAliveTimeout` and `headersTimeout` together (10 s
 * each), the longest time that a well-behaved client takes from a response to its next request.
 */
const INTERVAL_MS = 25_000;

/**
 * Destroys connections that keep sending after a response without beginning a request. Node's
 * timeouts miss them: an empty line (RFC 9112, section 2.2) ends the keep-alive timeout, but does not
 * begin a request, so `headersTimeout` does not start. `responses` has the last response of each
 * connection.
 */
export function closeIdleSockets(
  server: Server,
  responses: WeakMap<Socket, ServerResponse>,
  interval = INTERVAL_MS,
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
