import type { Person } from "../dataset/fill.ts";
import type { Request } from "../http-client.ts";

/** Searches in 25,000 items of one account: what they ask for, and the query. */
export const SEARCHES: Readonly<Record<string, string>> = {
  "a word that all have": "article",
  "a word that one has": "24680",
  "a phrase that all have": '"wrote much and well"',
  "the beginning of a word": "artic",
  "a tag": "#tag7",
  "a link": "link:host12",
  "one word without another": "article -again",
  "one of two words": "again tag7 match:OR",
  "all with a tag, by score": "article #tag7&sort=score",
};

/** Beginnings of words that many items have. */
const BEGINNINGS = [
  ..."ar of so wh wr mu an we it sa in sh se or tw as bo ha nu to be re ag ta ht ho ex co fr".split(" "),
  ...Array.from({ length: 70 }, (_, number) => String(10 + number)),
];

const EXCLUDED = BEGINNINGS.map((beginning) => `-${beginning}`).join(" ");

/** The most expensive searches. */
export const HOSTILE_SEARCHES: Readonly<Record<string, string>> = {
  "99 beginnings of words": BEGINNINGS.join(" "),
  "any of 99 beginnings": `${BEGINNINGS.join(" ")} match:OR`,
  "any of 99 beginnings, by score": `${BEGINNINGS.join(" ")} match:OR&sort=score`,
  "none of 99 beginnings": EXCLUDED,
  "a phrase of 2,000 characters": `"${"in short in a sentence or two ".repeat(70).slice(0, 1_990)}"`,
  "a word of 2,000 characters": "a".repeat(2_000),
};

/** `query` may end with other parameters. */
export function search({ searcher }: { readonly searcher: Person }, query: string): Request {
  const [text = "", ...parameters] = query.split("&");
  const path = ["/rest/v1/raindrops/0?perpage=50", `search=${encodeURIComponent(text)}`, ...parameters].join("&");
  return { method: "GET", path, headers: searcher.headers, status: 200 };
}
