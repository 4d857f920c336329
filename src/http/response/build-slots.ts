import pLimit from "p-limit";

/**
 * Maximum lists, and maximum searches, of one operation that are built at the same time. Each takes
 * up to 10 MB: rows, objects and JSON of a page of 50 items of 64 KiB. Waiting requests hold no such
 * data.
 */
const MAX_BUILDING = 2;

type Build<Request, Response> = (request: Request) => Promise<Response>;

/**
 * Limits how many long responses are built at the same time. Searches have slots of their own, because
 * a search of many rows takes seconds. `searchParameter`: the query parameter with the search text;
 * undefined if the operation has none.
 */
export function limitBuilding<Request extends { readonly query: unknown }, Response>(
  build: Build<Request, Response>,
  searchParameter: string | undefined,
): Build<Request, Response> {
  const lists = pLimit(MAX_BUILDING);
  const searches = pLimit(MAX_BUILDING);
  return (request) => (isSearch(request.query, searchParameter) ? searches : lists)(build, request);
}

function isSearch(query: unknown, name: string | undefined): boolean {
  return name !== undefined && typeof query === "object" && query !== null && name in query;
}
