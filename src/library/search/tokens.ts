import { OPERATORS } from "./operators.ts";

/** A part of a query: `-title:"a b"` is negated, has the key `title` and the quoted value `a b`. */
export interface Token {
  readonly isNegated: boolean;
  /** In lower case; `#` for a tag; undefined for a word or phrase. */
  readonly key: string | undefined;
  readonly value: string;
  readonly isQuoted: boolean;
  /** The token as it was written. */
  readonly source: string;
}

/** In lower case. */
const KEYS = Object.keys(OPERATORS).map((name) => name.toLowerCase());

/** Operators with two names, as other servers have them. */
const SYNONYMS: Readonly<Record<string, string>> = { site: "domain" };

/** A token: `-`, then `#` or a key, and then a quoted value, whose quote may be unclosed, or one without spaces. */
const TOKEN = new RegExp(`(-)?(?:(#)|(${KEYS.join("|").replaceAll(".", "\\.")}):)?(?:"([^"]*)"?|(\\S*))`, "iuy");

/** Selects how the character before it looks, such as a heart as a picture. */
const VARIATION_SELECTOR = /\ufe0f/g;

const SPACE = /\s*/uy;

/** Splits a query into tokens, in the order of their appearance. */
export function* tokensOf(query: string): Generator<Token, void> {
  const text = query.replace(VARIATION_SELECTOR, "");
  let position = 0;
  for (;;) {
    SPACE.lastIndex = position;
    position += SPACE.exec(text)?.[0].length ?? 0;
    if (position === text.length) return;
    TOKEN.lastIndex = position;
    const [all = "", minus, hash, key, quoted, plain = ""] = TOKEN.exec(text) ?? [];
    position += all.length;
    const value = quoted ?? plain;
    yield {
      isNegated: minus !== undefined,
      key: hash ?? (key && keyOf(key.toLowerCase())),
      value,
      isQuoted: quoted !== undefined,
      source: all,
    };
  }
}

function keyOf(name: string): string {
  return SYNONYMS[name] ?? name;
}
