import type { Failure } from "#contract/failure";
import type { Texts } from "../texts/en.ts";

/** Why the form of a list was not accepted, as a sentence. */
export function problemOf(texts: Texts, failure: Failure): string {
  const { details } = failure;
  const wrongTarget = details.find(({ path }) => path === "/to");
  if (wrongTarget !== undefined) return `${texts.bookmarks.bulk.moveTo}: ${texts.translate(wrongTarget)}.`;
  const wrongTag = details.find(({ path }) => path.startsWith("/tags/"));
  if (wrongTag === undefined) return texts.translate(failure);
  return `${texts.bookmarks.bulk.tags}: ${texts.translate(wrongTag)}.`;
}
