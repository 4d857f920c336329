import ipaddr from "ipaddr.js";

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
