import pLimit from "p-limit";

/**
 * Maximum searches of one operation that are built at the same time, and lists unless the operation sets its own
 * maximum. Each takes up to 10 MB: rows, objects and JSON of a page of 50 items of 64 KiB. Waiting requests hold no
 * such data.
 */
const MAX_BUILDING = 2;

/** An operation with long responses. */
export interface LongList {
  /** The query parameter with the search text; undefined if the operation has none. */
  readonly searchParameter?: string;
  /** Maximum lists that are built at the same time. More than two help where the database is on another machine. */
  readonly maxBuilding?: number;
}

type Build<Request, Response> = (request: Request) => Promise<Response>;

/**
 * Limits how many long responses are built at the same time. Searches have slots of their own, because a search of many
 * rows takes seconds.
 */
export function limitBuilding<Request extends { readonly query: unknown }, Response>(
  build: Build<Request, Response>,
  { searchParameter, maxBuilding = MAX_BUILDING }: LongList,
): Build<Request, Response> {
  const lists = pLimit(maxBuilding);
  const searches = pLimit(MAX_BUILDING);
  return (request) => (isSearch(request.query, searchParameter) ? searches : lists)(build, request);
}

function isSearch(query: unknown, name: string | undefined): boolean {
  return name !== undefined && typeof query === "object" && query !== null && name in query;
}
