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
