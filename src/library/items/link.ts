/**
 * A link as browsers read it (https://url.spec.whatwg.org/#url-parsing): white space around it is trimmed, tabs and line
 * breaks within are removed, and spaces within are percent-encoded. Everything else stays as it is written.
 */
export function cleanLink(link: string): string {
  return trimmed(link)
    .replace(/[\t\r\n]/g, "")
    .replace(/\p{Zs}+/gu, encodeURIComponent);
}

/** The beginning of an address without a scheme: a name with a dot, an IPv4 address or `localhost`, and a port. */
const HOST =
  /^(?:\/\/)?((?:\d{1,3}\.){3}\d{1,3}|(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+|localhost)(?::\d{1,5})?(?=$|[/?#])/u;

/** Hosts that rarely have a certificate: IPv4 addresses and `localhost`. */
const LOCAL = /^(?:[\d.]+|localhost)$/;

/**
 * A link that somebody typed, completed as browsers complete addresses: `example.com/a` is `https://example.com/a`. All
 * else is only cleaned: what has a scheme, and what does not begin with a host, such as an e-mail address.
 */
export function completeLink(link: string): string {
  const text = cleanLink(link);
  const host = HOST.exec(text)?.[1];
  if (host === undefined) return text;
  const completed = `${LOCAL.test(host) ? "http" : "https"}://${text.replace(/^\/\//, "")}`;
  return URL.canParse(completed) ? completed : text;
}

/** Maximum characters of a title. */
const MAX_TITLE_LENGTH = 1000;

/** The title of an item without one: its link, which can be longer than a title. */
export function titleOfLink(link: string): string {
  return [...link.slice(0, 2 * MAX_TITLE_LENGTH)].slice(0, MAX_TITLE_LENGTH).join("");
}

/** Not a regular expression for all of it, whose time would grow with the square of the white space within. */
function trimmed(link: string): string {
  let [start, end] = [0, link.length];
  while (start < end && OUTER.test(link.charAt(start))) start++;
  while (end > start && OUTER.test(link.charAt(end - 1))) end--;
  return link.slice(start, end);
}

/** White space and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL Standard removes control characters too
const OUTER = /[\s\u0001-\u001f]/;
