import { isIPv6 } from "node:net";

/** The most characters that an address has: IPv6 with an IPv4 address in it (INET6_ADDRSTRLEN of RFC 3493, without its NUL). */
const LONGEST_ADDRESS = 45;

/**
 * What counts as one network: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber has. What a trusted proxy
 * hands on need be no address at all; then it counts as it is, cut to the length of one.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address.slice(0, LONGEST_ADDRESS);
  const groups = expand(plain);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  return isMapped ? toIPv4(groups.slice(6)) : `${groups.slice(0, 4).join(":")}::/64`;
}

/** The IPv4 address that two groups of an IPv6 address hold (RFC 4291, section 2.5.5.2). */
function toIPv4(groups: readonly string[]): string {
  const bytes = groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
  return bytes.join(".");
}

/** The eight groups of an IPv6 address without leading zeros. */
function expand(address: string): string[] {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = groups.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = 8 - (before?.length ?? 0) - (after?.length ?? 0);
  return [...(before ?? []), ...Array(zeros).fill("0"), ...(after ?? [])];
}
