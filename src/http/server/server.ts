import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { acceptJsonBodies, BODY_LIMIT } from "../request/body.ts";
import { rejectUnmatched, rewriteMalformedUrl } from "../request/unmatched.ts";
import { DEFAULT_ENVELOPE, type Envelope, sendFailures } from "../response/failures.ts";
import { handleClientErrors } from "./client-errors.ts";
import { logRequests, StreamErrorLog } from "./logging.ts";
import { requestIdOf } from "./request-id.ts";
import { closeUnusedSockets } from "./unused-sockets.ts";

/** The maximum size of a request's head, in bytes. */
const HEAD_LIMIT = 16 * 1024;

export interface ServerOptions {
  readonly logger: FastifyBaseLogger;
  /** The error formats of the contracts, for malformed requests. */
  readonly envelopes: readonly Envelope[];
  /** Sends error responses outside the contracts; JSON by default. */
  readonly renderFailures?: (server: FastifyInstance) => void;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** Responds to a request before Fastify does; returns false if it does not. */
  readonly respondEarly?: (request: IncomingMessage, reply: ServerResponse) => boolean;
}

/**
 * Creates a server with everything that is common to all contracts: size limits, timeouts, request
 * ids, logs, and errors outside the contracts.
 */
export function createServer({
  logger,
  envelopes,
  renderFailures = (server) => sendFailures(server, DEFAULT_ENVELOPE),
  trustProxy,
  respondEarly = () => false,
}: ServerOptions): FastifyInstance {
  const urls = new WeakMap<Socket, string>();
  const server = Fastify({
    // Scopes with schemas set their own compilers; loading those of Fastify is slow.
    schemaController: { compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema } },
    logController: new StreamErrorLog(),
    genReqId: requestIdOf,
    requestIdHeader: false,
    rewriteUrl(request) {
      urls.set(request.socket, request.url ?? "");
      return rewriteMalformedUrl(request);
    },
    clientErrorHandler: handleClientErrors(envelopes, urls, logger),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    http: {
      maxHeaderSize: HEAD_LIMIT,
      requireHostHeader: false,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
    },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: "idle",
    // A closing server still handles requests, because Fastify's own 503 is in no contract's error
    // format.
    return503OnClosing: false,
    // The contracts limit parameters to less.
    routerOptions: { maxParamLength: HEAD_LIMIT },
  });
  server.server.on("checkExpectation", ignoreExpectation);
  server.server.removeAllListeners("request").on("request", (request: IncomingMessage, reply: ServerResponse) => {
    if (server.server.listening && respondEarly(request, reply)) urls.set(request.socket, request.url ?? "");
    else server.routing(request, reply);
  });
  logRequests(server, logger);
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  closeUnusedSockets(server);
  acceptJsonBodies(server);
  renderFailures(server);
  // In a scope of its own, so that contracts do not inherit this hook: they run it after others.
  server.register(async (outside) => rejectUnmatched(outside));
  return server;

  /** Ignores an unknown `Expect` (RFC 9110, section 10.1.1). Node would send 417 without a body. */
  function ignoreExpectation(...exchange: unknown[]): void {
    server.server.emit("request", ...exchange);
  }
}

function rejectSchema(): never {
  throw new Error("The scope of a route with a schema must set a compiler.");
}
