import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Destroys connections without a request when the server closes. Browsers open some in advance;
 * Node does not count them as idle and would wait for their first request.
 */
export function closeUnusedSockets(server: FastifyInstance): void {
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.addHook("preClose", async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
