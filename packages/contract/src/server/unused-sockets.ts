import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Milliseconds between two checks for connections that have become idle while the server closes. */
const IDLE_CHECK_INTERVAL_MS = 50;

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
    const idleCheck = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
    server.server.once("close", () => clearInterval(idleCheck));
  });
}
