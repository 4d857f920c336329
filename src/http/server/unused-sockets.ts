import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Lets the server close although there are connections on which nothing has been asked: browsers open some in advance. They are not
 * idle to Node, which would wait for their first request.
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
