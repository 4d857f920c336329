import { parseTimes } from "../../library/search/times.ts";
import { type Token, tokensOf } from "../../library/search/tokens.ts";
import type { Texts } from "../texts/en.ts";
import { TYPES } from "./filter-links.ts";

/** Operators that are true or false. */
const FLAGS = ["important", "broken", "notag", "duplicate", "file", "reminder", "highlights"];

/** Operators of other servers that this one reads, but with which it finds nothing. */
const UNSUPPORTED = ["lang", "cache.status"];

/** Hints that the list shows at most. */
const MAX_HINTS = 5;

/** Characters of a value that a hint repeats. */
const MAX_VALUE = 40;

/** Why a valid search finds nothing: sentences about operators with values that they don't know. */
export function hintsOf({ bookmarks }: Texts, search: string): string[] {
  const hints = [...tokensOf(search)].flatMap((token) => hintOf(bookmarks.search, token) ?? []);
  return [...new Set(hints)].slice(0, MAX_HINTS);
}

function hintOf(texts: Texts["bookmarks"]["search"], { key = "", value }: Token): string | undefined {
  const unknown = (allowed: string) => texts.unknownValue(key, value.slice(0, MAX_VALUE).toWellFormed(), allowed);
  if (UNSUPPORTED.includes(key)) return texts.unsupported(key);
  if (value.trim() === "") return undefined;
  if (FLAGS.includes(key) && !/^(true|false)$/i.test(value)) return unknown(texts.trueOrFalse);
  if (key === "type" && !TYPES.some((type) => type === value.toLowerCase())) return unknown(TYPES.join(", "));
  if ((key === "created" || key === "lastupdate") && parseTimes(value) === undefined) return unknown(texts.times);
  if (key === "_id" && !/^\d{1,15}$/.test(value)) return unknown(texts.numbers);
  return undefined;
}
