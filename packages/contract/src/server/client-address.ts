import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "@fastify/proxy-addr";

/** Reads the address of a request's client. */
export type AddressReader = (request: IncomingMessage) => string;

/**
 * Returns a reader of the peer's address or, if the peer is one of the trusted proxies, of the
 * client's address in `X-Forwarded-For`.
 */
export function addressReader(trustProxy: readonly string[]): AddressReader {
  if (trustProxy.length === 0) return ({ socket }) => socket.remoteAddress ?? "";
  const isTrusted = proxyAddr.compile([...trustProxy]);
  // Undefined, against its type, once the client has disconnected.
  return (request) => proxyAddr(request, isTrusted) ?? "";
}

/** Returns a check of whether the peer of a request is one of the trusted proxies. */
export function peerCheck(trustProxy: readonly string[]): (request: IncomingMessage) => boolean {
  if (trustProxy.length === 0) return () => false;
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return ({ socket }) => isTrusted(socket.remoteAddress ?? "", 0);
}

/**
 * Rewrites `X-Forwarded-For` to plain addresses. Some proxies add a port (`192.0.2.1:567`,
 * `[2001:db8::1]:567`) or pass on text from the client; rate limits would count each such text as a
 * network of its own. Removes the last entry that is not an address, and all entries before it: the
 * proxy that added it then counts as the client.
 */
export function normaliseForwardedFor({ headers }: IncomingMessage): void {
  const value = headers["x-forwarded-for"];
  if (value === undefined || isIP(String(value)) !== 0) return;
  const addresses = String(value).split(",").map(toAddress);
  const known = addresses.slice(addresses.lastIndexOf(undefined) + 1);
  headers["x-forwarded-for"] = known.join(", ");
}

/** The address in an entry, without port and brackets; undefined if the entry is not an address. */
function toAddress(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return isIP(address) === 0 ? undefined : address;
}
