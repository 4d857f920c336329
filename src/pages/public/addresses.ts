import { slugOf } from "../../library/collections/slug.ts";
import { PUBLIC } from "../design/paths.ts";

/** Maximum characters of a title's slug in an address, so that the address of a long title stays short. */
const MAX_SLUG_LENGTH = 80;

/** What the address of a public collection depends on. */
interface Titled {
  readonly id: number;
  readonly title: string;
}

/** The path of the page of a public collection. Its end is derived from the title; a title without letters has none. */
export function pathOf({ id, title }: Titled): string {
  const slug = shortSlugOf(title);
  return slug === "" ? `${PUBLIC}/${id}` : `${PUBLIC}/${id}/${encodeURIComponent(slug)}`;
}

/** The end of the path of `pathOf`, decoded. */
export function shortSlugOf(title: string): string {
  return [...slugOf(title)].slice(0, MAX_SLUG_LENGTH).join("").replace(/-$/, "");
}

/** The paths of the feeds of a collection. They do not contain the title, so that a new title breaks no subscription. */
export function feedPathsOf({ id }: Pick<Titled, "id">) {
  return { rss: `${PUBLIC}/${id}/feed.xml`, json: `${PUBLIC}/${id}/feed.json` };
}
