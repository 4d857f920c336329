import { linkKeyOf } from "./link-key.ts";

/** Pages to which hosts redirect whoever is not logged in. */
const GATES = /log-?in|sign-?in|auth|consent|captcha/i;

/** Labels of hosts that serve the same pages as the host without them. */
const VARIANTS: ReadonlySet<string> = new Set(["www", "m", "mobile", "amp"]);

/**
 * The key by which an item is compared with others, from the canonical address that its page names; undefined if that
 * says nothing else than the link. An address is ignored if its host is another one, except for `www.`, `m.` and the like,
 * or if it is less exact than the link: careless pages name their front page or their login, or leave out what tells them
 * apart.
 */
export function canonicalKeyOf(link: string, canonical: string): string | undefined {
  const [from, to] = [URL.parse(link), URL.parse(canonical)];
  if (from === null || to === null || !isWebAddress(from) || !isWebAddress(to)) return undefined;
  if (mainHost(from) !== mainHost(to) || isLessExact(to, from)) return undefined;
  const key = linkKeyOf(canonical);
  return key === linkKeyOf(link) ? undefined : key;
}

function isWebAddress({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}

/** The host without labels such as `m`, of which the last two stay in any case. */
function mainHost({ host }: URL): string {
  const labels = host.split(".");
  return labels.filter((label, index) => index >= labels.length - 2 || !VARIANTS.has(label)).join(".");
}

function isLessExact(canonical: URL, link: URL): boolean {
  const isFrontPage = canonical.pathname === "/" && canonical.search === "";
  const isDeeper = link.pathname !== "/" || link.search !== "";
  const losesQuery = canonical.pathname === link.pathname && canonical.search === "" && link.search !== "";
  const isGate = GATES.test(canonical.pathname) && !GATES.test(link.pathname);
  return (isFrontPage && isDeeper) || losesQuery || isGate || link.hash.includes("/");
}
