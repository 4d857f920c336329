import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { acceptJsonBodies, BODY_LIMIT } from "../request/body.ts";
import { rejectUnmatched, rewriteMalformedUrl } from "../request/unmatched.ts";
import { type Envelope, OUTSIDE, sendFailures } from "../response/failures.ts";
import { handleClientErrors } from "./client-errors.ts";
import { logRequests, StreamLog } from "./logging.ts";
import { requestIdOf } from "./request-id.ts";
import { closeUnusedSockets } from "./unused-sockets.ts";

/** The longest head of a request, in bytes. */
const HEAD_LIMIT = 16 * 1024;

/** What differs from server to server. */
export interface ServerOptions {
  readonly logger: FastifyBaseLogger;
  /** The contracts' failure bodies, for what goes wrong before a request is one. */
  readonly envelopes: readonly Envelope[];
  /** Renders failures outside the contracts; JSON by default. */
  readonly renderFailures?: (server: FastifyInstance) => void;
  /** Addresses of proxies whose `X-Forwarded-For` counts. */
  readonly trustProxy: readonly string[];
  /** Answers a request before it gets to the framework; false where it does not. */
  readonly respondEarly?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A server with everything that no contract speaks of: limits on sizes and times, request ids, logs, failures outside the contracts. */
export function createServer({
  logger,
  envelopes,
  renderFailures = (server) => sendFailures(server, OUTSIDE),
  trustProxy,
  respondEarly = () => false,
}: ServerOptions): FastifyInstance {
  const addresses = new WeakMap<Socket, string>();
  const server = Fastify({
    // Scopes with schemas bring what compiles them; the framework's own takes long to load.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    logController: new StreamLog(),
    genReqId: requestIdOf,
    requestIdHeader: false,
    rewriteUrl(request) {
      addresses.set(request.socket, request.url ?? "");
      return rewriteMalformedUrl(request);
    },
    clientErrorHandler: handleClientErrors(envelopes, addresses, logger),
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
    // While the server closes it still answers what reaches it, in the contract's envelope; the framework's own 503 is in none.
    return503OnClosing: false,
    // A long parameter is the contract's to refuse.
    routerOptions: { maxParamLength: HEAD_LIMIT },
  });
  server.server.on("checkExpectation", ignoreExpectation);
  server.server.removeAllListeners("request").on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (server.server.listening && respondEarly(request, response)) addresses.set(request.socket, request.url ?? "");
    else server.routing(request, response);
  });
  logRequests(server, logger);
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  closeUnusedSockets(server);
  acceptJsonBodies(server);
  renderFailures(server);
  // In a scope of its own, because hooks are inherited and each contract refuses in its own order.
  server.register(async (outside) => rejectUnmatched(outside));
  return server;

  /** An `Expect` that nobody knows may be ignored (RFC 9110, section 10.1.1); Node would answer it with a bare 417. */
  function ignoreExpectation(...exchange: unknown[]): void {
    server.server.emit("request", ...exchange);
  }
}

function refuseSchema(): never {
  throw new Error("A route has a schema, and its scope has nothing that compiles it.");
}
