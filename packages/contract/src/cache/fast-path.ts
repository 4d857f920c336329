import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { LimitFields } from "../request/caller-tally.ts";
import { hostsOf } from "../request/unmatched.ts";
import type { SecurityHeaders } from "../response/security-headers.ts";
import { forClient } from "../response/send.ts";
import type { AddressReader } from "../server/client-address.ts";
import type { OnCompleted } from "../server/completed.ts";
import type { RequestLogger } from "../server/logging.ts";
import { requestIdOf } from "../server/request-id.ts";
import type { UnreadResponses } from "../server/unread-responses.ts";
import { type PreparedResponse, responsePreparer } from "./prepared-response.ts";
import type { PublicOperation, PublicResponse, ResponseCache } from "./response-cache.ts";

/**
 * Request headers that do not affect a response, or that the fast path handles. Requests with other
 * headers go through Fastify, such as those with a credential, an origin or a body.
 */
const SAFE_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "connection",
  "cookie",
  "dnt",
  "forwarded",
  "host",
  "if-none-match",
  "pragma",
  "priority",
  "referer",
  "sec-ch-ua",
  "sec-ch-ua-mobile",
  "sec-ch-ua-platform",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
  "sec-fetch-user",
  "te",
  "traceparent",
  "tracestate",
  "upgrade-insecure-requests",
  "user-agent",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "x-request-id",
]);

interface FastPathOptions {
  readonly addressOf: AddressReader;
  readonly unreadResponses: UnreadResponses;
  /** Header fields of every response. */
  readonly commonHeaders: SecurityHeaders;
  readonly onCompleted: OnCompleted;
  readonly onCached?: OnCached | undefined;
  /** Whether log lines have the client's IP address. */
  readonly logsClients: boolean;
}

/** A cached response to a request that was counted. */
interface Ready {
  readonly operation: PublicOperation;
  readonly prepared: PreparedResponse;
  readonly counted: LimitFields;
  readonly startedAt: number;
}

/** A response that was sent from the cache. */
interface CachedResponse {
  readonly request: IncomingMessage;
  /** The request id. */
  readonly id: string;
  /** The operationId. */
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Called for each response of the fast path, for traces. */
export type OnCached = (response: CachedResponse) => void;

/**
 * Responds to anonymous requests for public operations from the cache, without Fastify. Returns
 * false for all other requests, and for those beyond a limit: these go through Fastify. Returns a promise if a database
 * has to be asked whether the response is current, or to count the request. Request id, rate limit, log line and the
 * check against the contract are the same as for a route.
 */
export function fastPath(
  cache: ResponseCache,
  log: RequestLogger,
  { addressOf, unreadResponses, commonHeaders, logsClients, onCompleted, onCached }: FastPathOptions,
) {
  const prepare = responsePreparer(commonHeaders);
  return (request: IncomingMessage, reply: ServerResponse): boolean | Promise<boolean> => {
    const { method, url = "", headers } = request;
    if (method !== "GET" || !hasOnlySafeHeaders(headers) || hostsOf(request) !== 1) return false;
    const startedAt = performance.now();
    const found = cache.findPublic(url);
    if (!(found instanceof Promise)) return found !== undefined && respond(request, reply, found, startedAt);
    return found.then(
      (current) => current !== undefined && !reply.destroyed && respond(request, reply, current, startedAt),
    );
  };

  function respond(
    request: IncomingMessage,
    reply: ServerResponse,
    found: PublicResponse,
    startedAt: number,
  ): boolean | Promise<boolean> {
    const prepared = preparedFor(found, request.headers["if-none-match"]);
    // Without room, the request goes through Fastify, where the route responds with 503.
    if (prepared === undefined || !unreadResponses.hasRoom(reply, prepared.bytes)) return false;
    const { operation } = found;
    const counted = operation.count === undefined ? {} : operation.count(addressOf(request));
    if (!(counted instanceof Promise)) return send(request, reply, { operation, prepared, counted, startedAt });
    return counted.then((fields) => {
      const canSend = !reply.destroyed && unreadResponses.hasRoom(reply, prepared.bytes);
      return canSend && send(request, reply, { operation, prepared, counted: fields, startedAt });
    });
  }

  /** Returns false for a request beyond a limit. */
  function send(
    request: IncomingMessage,
    reply: ServerResponse,
    { operation, prepared: { status, etag, content, bytes, headers: common }, counted, startedAt }: Ready,
  ): boolean {
    if (counted === undefined) return false;
    const { method = "", url = "" } = request;
    unreadResponses.count(reply, bytes);
    const id = requestIdOf(request);
    const headers = common.slice();
    if (etag !== undefined) headers.push("etag", etag);
    if (status !== 304) headers.push("content-length", String(bytes));
    headers.push("x-request-id", id);
    for (const name in counted) headers.push(name, String(counted[name]));
    cache.countHit();
    const milliseconds = performance.now() - startedAt;
    onCompleted(operation.api, operation.id, status, milliseconds);
    onCached?.({ request, id, operation: operation.id, status, milliseconds });
    const ip = logsClients ? addressOf(request) : undefined;
    log.completed({ id, method, url, operation: operation.id, status, startedAt, ip });
    operation.check(() => ({ status, headers: toObject(headers), body: bytesOf(content) }));
    reply.writeHead(status, headers).end(content, "latin1");
    return true;
  }

  /** Prepares a response once, apart from 304. */
  function preparedFor(found: PublicResponse, ifNoneMatch: string | undefined): PreparedResponse | undefined {
    const response = forClient(found.response, ifNoneMatch);
    if (response !== found.response) return prepare(response);
    found.prepared ??= prepare(response);
    return found.prepared;
  }
}

function toObject(headers: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])));
}

function bytesOf(content: PreparedResponse["content"]): Buffer {
  return typeof content === "string" ? Buffer.from(content, "latin1") : content;
}

function hasOnlySafeHeaders(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (!SAFE_HEADERS.has(name)) return false;
  return true;
}
