import * as http from "node:http";
import * as https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { type Resolve, resolveHost } from "./host-addresses.ts";
import { isPublicAddress } from "./public-address.ts";

/** Why a request got no usable response. */
export type PostFailure = "timeout" | "dns" | "address" | "connection" | "certificate" | "response";

/** The status of the response, or why there is none. `cause` is for a log. */
export type PostResult = { readonly status: number } | { readonly failure: PostFailure; readonly cause?: unknown };

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Maximum duration from the DNS query to the response's headers, in milliseconds. */
  readonly timeout: number;
  /** Ends the request early; the result is then a `connection` failure. */
  readonly signal: AbortSignal;
  /** Whether an IP address may be connected to; by default only public ones. */
  readonly isAllowed?: (address: string) => boolean;
  /** Finds the IP addresses of a host name; for tests. */
  readonly resolve?: Resolve;
}

/** Bytes of a response body that are read, and for how long, before the connection is closed. */
const MAX_BODY = 4 * 1024;
const MAX_BODY_MS = 1_000;

/** Maximum size of a response's headers in bytes. */
const MAX_HEADERS = 8 * 1024;

/**
 * Sends a POST request to a URL that a stranger chose. Follows no redirect, uses no proxy, and drops the response's
 * body. Resolves the host name once, checks all its IP addresses, and connects to one of these: a later DNS answer
 * cannot lead elsewhere. Never rejects.
 */
export async function post(url: URL, options: PostOptions): Promise<PostResult> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), options.timeout);
  const signal = AbortSignal.any([deadline.signal, options.signal]);
  try {
    return await tryPost(url, options, signal);
  } catch (error) {
    if (deadline.signal.aborted) return { failure: "timeout", cause: error };
    return { failure: failureOf(error), cause: error };
  } finally {
    clearTimeout(timer);
  }
}

async function tryPost(
  url: URL,
  { headers, body, isAllowed = isPublicAddress, resolve = resolveHost }: PostOptions,
  signal: AbortSignal,
): Promise<PostResult> {
  const addresses = await resolve(url.hostname, signal).catch((error: unknown) => {
    throw new DnsError(error);
  });
  signal.throwIfAborted();
  if (addresses.length === 0) return { failure: "dns" };
  if (!addresses.every(isAllowed)) return { failure: "address" };
  return send(url, { headers, body, addresses }, signal);
}

interface CheckedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The IP addresses that may be connected to. */
  readonly addresses: readonly string[];
}

function send(url: URL, { headers, body, addresses }: CheckedRequest, signal: AbortSignal): Promise<PostResult> {
  const isSecure = url.protocol === "https:";
  const { request } = isSecure ? https : http;
  // An agent of its own: the global one may use the proxy of the environment.
  const agent = isSecure ? new https.Agent({ rejectUnauthorized: true }) : new http.Agent();
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body), connection: "close" },
      agent,
      lookup: lookupAmong(addresses),
      maxHeaderSize: MAX_HEADERS,
      signal,
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0 });
      discard(response);
    });
    // Informational responses and protocol changes are no responses to an event.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new ResponseError());
    });
    sent.end(body);
  });
}

/** Reads a little of a body, for receivers that log an error if they can't send it, and closes the connection. */
function discard(response: http.IncomingMessage): void {
  let length = 0;
  const timer = setTimeout(() => response.destroy(), MAX_BODY_MS).unref();
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_BODY) response.destroy();
  });
  response.on("error", () => {});
  response.on("close", () => clearTimeout(timer));
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

class DnsError extends Error {
  constructor(cause: unknown) {
    super("The host name has no IP address.", { cause });
  }
}

class ResponseError extends Error {}

function failureOf(error: unknown): PostFailure {
  if (error instanceof DnsError) return "dns";
  if (error instanceof ResponseError) return "response";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_")) return "response";
  return /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code) ? "certificate" : "connection";
}
