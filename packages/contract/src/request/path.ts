/** The path of a URL, without query and fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/**
 * Removes the slash at the end of a URL's path, if the path is below one of these base paths:
 * `/v1/pets/?page=1` becomes `/v1/pets?page=1`.
 */
export function withoutTrailingSlash(url: string, basePaths: readonly string[]): string {
  const path = pathOf(url);
  if (path === "/" || !path.endsWith("/") || !basePaths.some((base) => path.startsWith(`${base}/`))) return url;
  return path.slice(0, -1) + url.slice(path.length);
}
