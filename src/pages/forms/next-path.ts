import { BOOKMARKS } from "../design/paths.ts";

/**
 * Pages to which people return after signing in: of the account, of bookmarks and products, of the API reference, and
 * invitations. A query may have what `encodeURIComponent` leaves as it is.
 */
const RETURN_PATH = /^\/(?:account\/|(?:bookmarks|products)(?:$|[/?])|docs\/|join\/)[\w/?&=.%+~!*'()-]*$/;

/** The path to redirect to after signing in, never another site. */
export function toNextPath(next: string): string {
  return RETURN_PATH.test(next) ? next : BOOKMARKS;
}

/** The address of a page for signing in or registering, after which people get to `next`. */
export function withNext(path: string, next: string): string {
  return next === "" ? path : `${path}?next=${encodeURIComponent(next)}`;
}
