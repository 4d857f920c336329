import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { acceptJsonBodies, BODY_LIMIT } from "../request/body.ts";
import { withoutTrailingSlash } from "../request/path.ts";
import { handleUnclaimedPaths, rejectUnmatched, toOriginForm } from "../request/unmatched.ts";
import { DEFAULT_ENVELOPE, type Envelope, sendFailures } from "../response/failures.ts";
import { type SecurityHeaders, securityHeaders } from "../response/security-headers.ts";
import { addressReader, normaliseForwardedFor } from "./client-address.ts";
import { handleClientErrors } from "./client-errors.ts";
import type { OnCompleted } from "./completed.ts";
import { closeConnectionsWhenStopping, closeIdleSockets, closeUnusedSockets } from "./connections.ts";
import { answerHead } from "./head-requests.ts";
import { logRequests, type RequestLogger, StreamErrorLog } from "./logging.ts";
import { Refusals } from "./refusals.ts";
import { requestIdOf } from "./request-id.ts";
import { handleInOrder, handleInTurns } from "./request-turns.ts";
import { disconnectStalledClients } from "./stalled-clients.ts";
import { DEFAULT_MAX_UNREAD, UnreadResponses } from "./unread-responses.ts";

/** The maximum size of a request's head, in bytes. */
const HEAD_LIMIT = 16 * 1024;

export interface ServerOptions {
  readonly logger: RequestLogger;
  /** The error formats of the contracts, for malformed requests. */
  readonly envelopes: readonly Envelope[];
  /** Sends error responses outside the contracts; JSON by default. */
  readonly renderFailures?: (server: FastifyInstance) => void;
  /** Base paths below which a slash at the end of a path is ignored. */
  readonly lenientPaths?: readonly string[];
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** Maps an address to the network that it is counted for; each address counts for itself by default. */
  readonly networkOf?: (address: string) => string;
  /** Header fields of every response; those of an http address by default. */
  readonly commonHeaders?: SecurityHeaders;
  /** Responds to a request without Fastify. Returns false, or a promise of it, to let Fastify handle it. */
  readonly respondEarly?: (request: IncomingMessage, reply: ServerResponse) => boolean | Promise<boolean>;
  /** Aborted when the server is about to stop: from then on, responses close their connections. */
  readonly stopping?: AbortSignal;
  /** Counts the responses of this server that clients have not read. */
  readonly unreadResponses?: UnreadResponses;
  readonly refusals?: Refusals;
  readonly onCompleted?: OnCompleted;
  /** Whether log lines of requests have the client's IP address and the account's id; true by default. */
  readonly logsClients?: boolean;
}

/**
 * Creates a server with everything that is common to all contracts: size limits, timeouts, request
 * ids, logs, and errors outside the contracts.
 */
export function createServer({
  logger,
  envelopes,
  renderFailures = (server) => sendFailures(server, DEFAULT_ENVELOPE),
  lenientPaths = [],
  trustProxy,
  networkOf = (address) => address,
  commonHeaders = securityHeaders("http:"),
  respondEarly = () => false,
  stopping = new AbortController().signal,
  unreadResponses = new UnreadResponses(DEFAULT_MAX_UNREAD),
  refusals = new Refusals(),
  onCompleted = () => {},
  logsClients = true,
}: ServerOptions): FastifyInstance {
  /** The last response of each connection. */
  const responses = new WeakMap<Socket, ServerResponse>();
  const addressOf = addressReader(trustProxy);
  const server = Fastify({
    // Scopes with schemas set their own compilers; loading those of Fastify is slow.
    schemaController: { compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema } },
    logController: new StreamErrorLog(),
    genReqId: requestIdOf,
    requestIdHeader: false,
    rewriteUrl: (request) => withoutTrailingSlash(toOriginForm(request), lenientPaths),
    clientErrorHandler: handleClientErrors({ envelopes, responses, logger, commonHeaders, onCompleted }),
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
    // Fastify's own 503 would not have the error format of the contract.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Plugins only register routes and hooks. A timer for each route, which is a plugin too, is not worth its time.
    pluginTimeout: 0,
    // The contracts set lower limits.
    routerOptions: { maxParamLength: HEAD_LIMIT },
  });
  server.server.on("checkExpectation", ignoreExpectation);
  const begin = handleInTurns(handle, { networkOf: (request) => networkOf(addressOf(request)) });
  const onRequest = handleInOrder((request, reply) => {
    responses.set(request.socket, reply);
    if (trustProxy.length > 0) normaliseForwardedFor(request);
    begin(request, reply);
  });
  server.server.removeAllListeners("request").on("request", onRequest);
  server.decorate("unreadResponses", unreadResponses);
  server.decorate("refusals", refusals);
  server.decorate("networkOf", networkOf);
  logRequests(server, logger, { logsClients, onCompleted });
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).headers(commonHeaders);
    done();
  });
  answerHead(server);
  closeUnusedSockets(server);
  closeIdleSockets(server.server, responses);
  disconnectStalledClients(server, logger);
  closeConnectionsWhenStopping(server, stopping);
  acceptJsonBodies(server);
  renderFailures(server);
  // In a separate scope, because contracts must not inherit this hook: each adds it after its own hooks.
  server.register(async (outside) => {
    rejectUnmatched(outside);
    handleUnclaimedPaths(outside);
  });
  return server;

  function handle(request: IncomingMessage, reply: ServerResponse): void {
    const responded = !stopping.aborted && server.server.listening && respondEarly(request, reply);
    if (responded === false) server.routing(request, reply);
    else if (responded !== true) responded.then((isDone) => isDone || server.routing(request, reply), failRequest);

    function failRequest(error: unknown): void {
      logger.error({ err: error }, "responding from the cache failed");
      reply.destroy();
    }
  }

  /** Ignores an unknown `Expect` (RFC 9110, section 10.1.1). Node would send 417 without a body. */
  function ignoreExpectation(...exchange: unknown[]): void {
    server.server.emit("request", ...exchange);
  }
}

function rejectSchema(): never {
  throw new Error("The scope of a route with a schema must set a compiler.");
}
