import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Lets each `GET` route of a server respond to `HEAD` too. Fastify would add a second route for that, and routes are most
 * of what the start of a server costs. Create the server with `exposeHeadRoutes: false`.
 */
export function answerHead(server: FastifyInstance): void {
  server.addHook("onRoute", (route) => {
    const methods = [route.method].flat();
    if (!methods.includes("GET") || methods.includes("HEAD")) return;
    route.method = [...methods, "HEAD"];
    route.onSend = [route.onSend ?? [], withoutBody].flat();
  });
}

/** Removes the body of a response to `HEAD`, and says how long it would be if it is no stream. */
function withoutBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (request.method !== "HEAD") {
    done(null, payload);
    return;
  }
  if (payload instanceof Readable) {
    // Read to its end, because it may be checked against the contract.
    payload.on("error", (error) => reply.log.error({ err: error }, "reading the response to HEAD failed")).resume();
  } else reply.header("content-length", lengthOf(payload));
  done(null, null);
}

function lengthOf(payload: unknown): number {
  return typeof payload === "string" || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
}
