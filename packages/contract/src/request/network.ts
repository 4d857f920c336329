import { isIPv6 } from "node:net";

/**
 * Characters of the longest address, IPv6 with an embedded IPv4 address (INET6_ADDRSTRLEN of RFC
 * 3493 without its NUL).
 */
const MAX_ADDRESS_LENGTH = 45;

/**
 * The network by which a client is counted: its IPv4 address, or the /64 of its IPv6 address, which
 * is what one subscriber gets. Any other text is returned unchanged, truncated to the length of an
 * address.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address.slice(0, MAX_ADDRESS_LENGTH);
  const groups = expand(plain);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  return isMapped ? toIPv4(groups.slice(6)) : `${groups.slice(0, 4).join(":")}::/64`;
}

/** The IPv4 address in the last two groups of a mapped IPv6 address (RFC 4291, section 2.5.5.2). */
function toIPv4(groups: readonly string[]): string {
  const bytes = groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
  return bytes.join(".");
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = groups.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = 8 - (before?.length ?? 0) - (after?.length ?? 0);
  return [...(before ?? []), ...Array(zeros).fill("0"), ...(after ?? [])];
}
