import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { forClient } from "../response/send.ts";
import { logCompleted } from "../server/logging.ts";
import { requestIdOf } from "../server/request-id.ts";
import type { ResponseCache } from "./response-cache.ts";

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

/**
 * Responds to anonymous requests for public operations from the cache, before Fastify sees them.
 * Returns false, without side effects, for all other requests. Request id, log line and the check
 * against the contract are the same as for a route.
 */
export function fastPath(cache: ResponseCache, log: FastifyBaseLogger) {
  return (request: IncomingMessage, reply: ServerResponse): boolean => {
    const { method, url = "", headers: requestHeaders } = request;
    if (method !== "GET" || !hasOnlySafeHeaders(requestHeaders)) return false;
    const startedAt = performance.now();
    const found = cache.findPublic(url);
    if (found === undefined) return false;
    const { status, headers, content = "" } = forClient(found.response, requestHeaders["if-none-match"]);
    if (typeof content !== "string" && !Buffer.isBuffer(content)) return false;
    const id = requestIdOf(request);
    const length = status === 304 ? {} : { "content-length": String(Buffer.byteLength(content)) };
    const sent = { ...headers, ...length, "x-request-id": id };
    logCompleted(log, { id, method, url, operation: found.operation.id, status, startedAt });
    found.operation.check({ status, headers: sent, body: content });
    reply.writeHead(status, sent).end(content);
    return true;
  };
}

function hasOnlySafeHeaders(headers: IncomingHttpHeaders): boolean {
  if (headers.host === undefined) return false;
  for (const name in headers) if (!SAFE_HEADERS.has(name)) return false;
  return true;
}
