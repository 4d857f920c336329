/**
 * A link as browsers read it (https://url.spec.whatwg.org/#url-parsing): white space around it is trimmed, tabs and line
 * breaks within are removed, and spaces within are percent-encoded. Everything else stays as it is written.
 */
export function cleanLink(link: string): string {
  return link
    .replace(OUTER, "")
    .replace(/[\t\r\n]/g, "")
    .replace(/\p{Zs}/gu, encodeURIComponent);
}

/** White space and control characters at the beginning, and white space at the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL Standard removes control characters too
const OUTER = /^[\s\u0001-\u001f]+|[\s\u0001-\u001f]+$/g;
