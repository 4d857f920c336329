import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyReply } from "fastify";
import type { Operation } from "../contract/types.ts";
import { checkResponse } from "../response/conformance.ts";
import type { RawResponse } from "../response/failures.ts";
import { isNotModified, isWhole, type Representation, unchanged } from "../response/send.ts";
import type { Serving } from "../route.ts";
import { logCompleted } from "../server/logging.ts";
import { requestIdOf } from "../server/request-id.ts";
import type { CachedResponse, ResponseCache } from "./response-cache.ts";

/**
 * An operation whose answers to anonymous callers depend on nothing but the address and the database: it takes them, counts no requests, and has
 * nothing else to say.
 */
export interface OpenOperation {
  /** The operationId. */
  readonly id: string;
  /** Holds an answer against the contract. */
  readonly check: (answer: RawResponse) => void;
}

/** An operation as an open one; undefined for one that is not. */
export function openOperation<Principal>(
  { contract, conformance, gate }: Serving<Principal>,
  { id, anonymous, deprecationHeaders, responses }: Operation,
): OpenOperation | undefined {
  if (!anonymous || gate !== undefined || Object.keys(deprecationHeaders).length > 0) return undefined;
  const expectation = { contract: contract.name, operation: id, responses };
  return { id, check: (answer) => checkResponse(conformance, expectation, answer) };
}

/** What answered an anonymous caller, open where its operation is, unless a hook has added to its head. */
export function openly(sent: Representation, reply: FastifyReply, open: OpenOperation | undefined): CachedResponse {
  if (open === undefined) return sent;
  const headers = Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const isUntouched = Object.keys(reply.getHeaders()).every(
    (name) => Object.hasOwn(headers, name) || OF_ONE_REQUEST.has(name),
  );
  return isUntouched ? { ...sent, headers, open } : sent;
}

const OF_ONE_REQUEST = new Set(["content-length", "x-request-id"]);

/**
 * Header fields that change nothing about an answer, or the same here as everywhere. A request with any other one takes the long way: credentials,
 * origins and contents are among them.
 */
const HARMLESS = new Set([
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
 * Answers from the cache what is kept of open operations, before the framework sees the request, which costs as much again as all the rest. The address
 * was found right when it was answered first; ids, the log and the check against the contract are as everywhere. Gives back false, with nothing
 * done, for every other request.
 */
export function fastPath(cache: ResponseCache, log: FastifyBaseLogger) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = "", headers } = request;
    const known = method === "GET" && isPlain(headers) ? cache.peek(url) : undefined;
    if (known?.open === undefined || !isWhole(known.text)) return false;
    const { open, text } = known;
    const startedAt = performance.now();
    const id = requestIdOf(request);
    const isOld = isNotModified(known, headers["if-none-match"]);
    const status = isOld ? 304 : known.status;
    const body = isOld ? "" : text;
    const head = {
      ...(isOld ? unchanged(known.headers) : { ...known.headers, "content-length": String(Buffer.byteLength(text)) }),
      "x-request-id": id,
    };
    logCompleted(log, { id, method: "GET", url, operation: open.id, status, startedAt });
    open.check({ status, headers: head, body });
    response.writeHead(status, head).end(body);
    return true;
  };
}

function isPlain(headers: IncomingHttpHeaders): boolean {
  if (headers.host === undefined) return false;
  for (const name in headers) if (!HARMLESS.has(name)) return false;
  return true;
}
