import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Returns the IP addresses of a host name. Rejects if it has none, or when the signal aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** What `localhost` means, which DNS servers do not answer (RFC 6761). */
const LOCALHOST = ["127.0.0.1", "::1"];

/**
 * Resolves a host name by DNS. Does not use the thread pool, as `dns.lookup` does, where a slow DNS server would delay
 * password hashing; so `/etc/hosts` is not read. An IP address is its own result.
 */
export const resolveHost: Resolve = async (hostname, signal) => {
  const name = withoutBrackets(hostname);
  if (isIP(name) !== 0) return [name];
  if (isLocalhost(name)) return LOCALHOST;
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === "rejected") throw first.reason;
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

/** Whether the addresses of a host of a URL are known without DNS: an IP address, or `localhost`. */
export function needsNoDns(hostname: string): boolean {
  return isIP(withoutBrackets(hostname)) !== 0 || isLocalhost(hostname);
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function isLocalhost(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(hostname);
}

/** The IPv6 addresses that are assigned to hosts on the internet (RFC 4291, 2.5.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to a host on the internet. False for private, loopback, link-local, multicast, reserved
 * and documentation networks, for those that embed another address (6to4, NAT64, Teredo), and for what is no address.
 * An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_UNICAST);
}
