import { hash } from "node:crypto";
import { cleanLink } from "./link.ts";

/** Query parameters that say where a reader came from, not what the page is. */
const TRACKING = /^(utm_.*|ref|ref_src|source|fbclid|gclid|msclkid|yclid|mc_cid|mc_eid|igshid)$/i;

/** On these hosts the parameter `t` is only the time at which a video starts. */
const WITH_START_TIME = /(^|\.)(youtube\.com|youtu\.be)$/;

/** A longer host with port and credentials is not parsed, because that is slow. */
const MAX_AUTHORITY_LENGTH = 512;

/** The key of a link: equal for links that count as the same. */
export function linkKeyOf(link: string): string {
  return hash("sha256", normalizeLink(link), "base64url");
}

/**
 * The form of a link in which links are compared. Ignores protocol, `www.`, credentials, a slash at the
 * end of the path, the order of query parameters, tracking parameters, and a fragment without `/`
 * (applications put a page's address there). Path and query keep their case: short links differ by it.
 */
export function normalizeLink(written: string): string {
  const link = cleanLink(written);
  const [authority = ""] = /(?<=:\/\/)[^/?#]*/.exec(link) ?? [];
  const url = authority.length <= MAX_AUTHORITY_LENGTH ? URL.parse(link) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return link;
  const host = url.host.replace(/^www\./, "");
  const fragment = url.hash.includes("/") ? url.hash : "";
  return `${host}${url.pathname.replace(/\/$/, "")}${queryOf(url, host)}${fragment}`;
}

function queryOf({ search, searchParams }: URL, host: string): string {
  if (search === "") return "";
  const kept = [...searchParams].filter(
    ([name]) => !TRACKING.test(name) && !(name === "t" && WITH_START_TIME.test(host)),
  );
  const query = new URLSearchParams(kept);
  query.sort();
  return kept.length === 0 ? "" : `?${query}`;
}
