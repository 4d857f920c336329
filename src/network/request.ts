import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIPv6, type LookupFunction, type Socket } from "node:net";
import { needsNoDns, type Resolve, resolveHost } from "./addresses.ts";

// Imports of these would load WebSocket and fetch too, which takes 18 MB and blocks the event loop for 70 ms.
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

/** Which hosts a request may reach, where somebody else than the operator chose the URL. */
export interface Reach {
  /** Whether an IP address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  /** Finds the IP addresses of a host name; for tests. */
  readonly resolve?: Resolve | undefined;
}

export interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Milliseconds from the DNS query to the last byte of the response. */
  readonly timeout: number;
  /** Milliseconds without any data in either direction, while the body is read; by default `timeout`. */
  readonly idleTimeout?: number;
  /** Maximum bytes of the response after its headers: body, chunk framing and trailers. */
  readonly maxBytes: number;
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
  /** Undefined: any host, for URLs that the operator configured. */
  readonly reach?: Reach | undefined;
  /**
   * An HTTP proxy that the operator configured. It resolves host names, so only those that are IP addresses or
   * `localhost` are checked against `reach`.
   */
  readonly proxy?: URL | undefined;
}

/** A response whose headers have arrived. `body` is not decoded; it fails if a limit is exceeded. */
export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
}

/** Why a request failed: an error that is none of these has the code that Node gives it. */
export class OutgoingError extends Error {
  readonly kind: "timeout" | "dns" | "address" | "response";

  constructor(kind: OutgoingError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Maximum informational responses (1xx) before the response. */
const MAX_INFORMATIONAL = 5;

/** Maximum bytes before the body: informational responses and headers. */
const MAX_HEAD = 64 * 1024;

/** Maximum bytes of the headers of one response. */
const MAX_HEADERS = 8 * 1024;

/** Bytes that are parsed at a time before the body. A packet may contain thousands of informational responses. */
const SLICE = 256;

/**
 * Sends an HTTP request and resolves when the headers of its response have arrived. All outgoing HTTP requests are sent
 * by this function, because the other side may be hostile: it limits time, bytes and informational responses, follows
 * no redirect, uses no proxy of the environment, and closes the connection afterwards. Resolves a host name of `reach`
 * once and connects only to addresses that it has checked. Rejects with `OutgoingError`, or with an error of Node for a
 * connection that failed.
 */
export async function request(url: URL, options: RequestOptions): Promise<Response> {
  const { timeout, reach, proxy, signal = new AbortController().signal } = options;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(timedOut(timeout)), timeout);
  const either = AbortSignal.any([deadline.signal, signal]);
  try {
    const isChecked = reach !== undefined && (proxy === undefined || needsNoDns(url.hostname));
    const addresses = isChecked ? await addressesOf(url.hostname, reach, either) : [];
    const lookup = reach && proxy === undefined ? lookupAmong(addresses) : undefined;
    return await send(url, options, { lookup, signal: either, onClose: () => clearTimeout(timer) });
  } catch (error) {
    clearTimeout(timer);
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The request was aborted.", { cause: reason });
}

function timedOut(milliseconds: number): OutgoingError {
  return new OutgoingError("timeout", `The response was not complete after ${milliseconds} ms.`);
}

async function addressesOf(hostname: string, { isAllowed, resolve = resolveHost }: Reach, signal: AbortSignal) {
  const addresses = await resolve(hostname, signal).catch((cause: unknown) => {
    throw new OutgoingError("dns", "The host name has no IP address.", { cause });
  });
  if (addresses.length === 0) throw new OutgoingError("dns", "The host name has no IP address.");
  if (!addresses.every(isAllowed))
    throw new OutgoingError("address", "The host has an IP address that is not allowed.");
  return addresses;
}

/** Replaces the DNS query of a connection by addresses that were checked. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, callback) => {
    const [first = { address: "", family: 4 }] = found;
    if (all) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

interface Connection {
  readonly lookup: LookupFunction | undefined;
  readonly signal: AbortSignal;
  /** Called when the request and its response are over. */
  readonly onClose: () => void;
}

async function send(
  url: URL,
  { method, headers, body, timeout, idleTimeout = timeout, maxBytes, proxy }: RequestOptions,
  { lookup, signal, onClose }: Connection,
): Promise<Response> {
  signal.throwIfAborted();
  const isSecure = url.protocol === "https:";
  // An agent of its own: the global one may use the proxy of the environment.
  const proxyEnv = proxy && { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href };
  const agent = isSecure ? new https.Agent({ rejectUnauthorized: true, proxyEnv }) : new http.Agent({ proxyEnv });
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? https : http).request(url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
        connection: "close",
      },
      agent,
      ...(lookup !== undefined && { lookup }),
      maxHeaderSize: MAX_HEADERS,
      timeout: idleTimeout,
    });
    let response: IncomingMessage | undefined;
    // If only the request were destroyed, a body without a length would seem complete.
    const fail = (error: unknown) => void (response ?? sent).destroy(toError(error));
    const abort = () => fail(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    guard(sent, maxBytes, fail);
    sent.on("timeout", () => {
      // With data that nobody reads, it is the reader that pauses.
      if (response === undefined || response.readableLength === 0) fail(timedOut(idleTimeout));
      else sent.setTimeout(idleTimeout);
    });
    sent.on("error", reject);
    sent.on("close", () => {
      signal.removeEventListener("abort", abort);
      onClose();
    });
    sent.on("response", (received) => {
      response = received;
      // Every reader of the body also sees its errors; this keeps one without a reader from ending the process.
      received.on("error", () => {});
      resolve({ status: received.statusCode ?? 0, headers: received.headers, body: received });
    });
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new OutgoingError("response", "The response changes the protocol."));
    });
    sent.end(body);
  });
}

/** Calls `fail` when a response exceeds a limit, before Node has parsed much more of it. */
function guard(sent: ClientRequest, maxBytes: number, fail: (error: OutgoingError) => void): void {
  let informational = 0;
  let response: IncomingMessage | undefined;
  sent.on("information", () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL) fail(tooLarge(`${MAX_INFORMATIONAL} informational responses`));
  });
  sent.on("response", (received) => {
    response = received;
  });
  sent.on("socket", (socket) => {
    let [head, rest] = [0, 0];
    // Node's own listener parses the chunk that it is given completely, even if the socket is destroyed meanwhile.
    parseInSlices(socket, (left) => {
      if (socket.destroyed || response?.complete === true) return 0;
      const size = response === undefined ? Math.min(left, SLICE) : left;
      if (response === undefined) head += size;
      else rest += size;
      if (head <= MAX_HEAD && rest <= maxBytes) return size;
      fail(tooLarge(head > MAX_HEAD ? `${MAX_HEAD} bytes before its body` : `${maxBytes} bytes`));
      return 0;
    });
  });
}

function tooLarge(limit: string): OutgoingError {
  return new OutgoingError("response", `The response has more than ${limit}.`);
}

/** Passes chunks of a socket on in slices. `sizeOf` returns the size of the next one; the rest is dropped if it is 0. */
function parseInSlices(socket: Socket, sizeOf: (left: number) => number): void {
  const listeners = socket.listeners("data");
  socket.removeAllListeners("data");
  socket.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let size = sizeOf(chunk.length); size > 0; size = sizeOf(chunk.length - start)) {
      const slice = chunk.subarray(start, start + size);
      for (const listener of listeners) listener.call(socket, slice);
      start += size;
      if (start === chunk.length) return;
    }
  });
}
