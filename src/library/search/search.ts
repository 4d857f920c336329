import { Failure } from "#contract/failure";
import type { Field, Words } from "../../database/core/index-query.ts";
import { tagKeyOf, wordsOf } from "../../database/core/item-words.ts";
import { COPY_STATUSES } from "../../database/schema/copies.ts";
import { ITEM_TYPES } from "../../database/schema/items.ts";
import { type Condition, NOTHING, not, type Property } from "./condition.ts";
import { parseTimes } from "./times.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** A query that was parsed. */
export interface Search {
  readonly condition: Condition;
  /** The words that it asks for in titles or any field, by which `score` ranks. */
  readonly words: readonly Words[];
}

/** Maximum number of words and operators in a query. */
const MAX_TOKENS = 100;

/** Maximum words of a phrase that are compared, because a phrase of repeated words is slow to find. */
const MAX_PHRASE = 20;

/** Operators with the value `true` or `false`. */
const PROPERTIES: Readonly<Record<string, Property | "duplicate">> = {
  important: "important",
  broken: "broken",
  notag: "tagless",
  note: "noted",
  duplicate: "duplicate",
  file: "uploaded",
  reminder: "reminded",
  highlights: "highlighted",
};

/** Operators that find words in a field. */
const FIELDS: Readonly<Record<string, Field>> = {
  title: "title",
  excerpt: "excerpt",
  note: "note",
  link: "link",
  info: "info",
};

/**
 * Parses a query: words, phrases and operators, all of which must match. With `match:OR` one of those that
 * are not negated is enough. Returns undefined for an empty query. A query of other characters without a
 * condition, such as `#` or spaces, matches nothing, so that a bulk operation with it changes nothing. Throws
 * `invalid` for too many tokens.
 */
export function parse(query: string): Search | undefined {
  if (query === "") return undefined;
  const [wanted, unwanted, words]: [Condition[], Condition[], Words[]] = [[], [], []];
  let [count, isAny, field]: [number, boolean, Field] = [0, false, "any"];
  const known = new Set<string>();
  for (const token of tokensOf(query)) {
    count += 1;
    if (count > MAX_TOKENS) throw tooManyTokens();
    if (token.key === "match") {
      isAny ||= token.value.toLowerCase() === "or";
      continue;
    }
    if (token.key === "info" && token.value === "") field = "info";
    const condition = toCondition(token, field);
    if (condition === undefined) continue;
    const repeated = `${token.isNegated} ${JSON.stringify(condition)}`;
    if (known.has(repeated)) continue;
    known.add(repeated);
    if (token.isNegated) unwanted.push(not(condition));
    else wanted.push(condition);
    if (!token.isNegated && condition.kind === "words") words.push(condition);
  }
  if (wanted.length + unwanted.length === 0) return { condition: NOTHING, words };
  const positive: readonly Condition[] = isAny && wanted.length > 0 ? [{ kind: "any", of: wanted }] : wanted;
  return { condition: { kind: "all", of: [...positive, ...unwanted] }, words: words.filter(isInTitle) };
}

function isInTitle({ field }: Words): boolean {
  return field === "any" || field === "title" || field === "info";
}

/** The condition of a token; undefined for one that is ignored, such as an operator without a value. */
function toCondition({ key, value, isQuoted }: Token, field: Field): Condition | undefined {
  if (value.trim() === "") return undefined;
  if (key === undefined) return ofWord(value, isQuoted, field);
  if (key === "#") return ofTag(value);
  const textField = FIELDS[key];
  const isText = textField !== undefined && (key !== "note" || isQuoted || !/^(true|false)$/i.test(value));
  return isText ? ofText(value, isQuoted, textField) : ofOperator(key, value);
}

function ofWord(value: string, isQuoted: boolean, field: Field): Condition | undefined {
  if (value === "❤") return { kind: "important" };
  if (isQuoted && value.startsWith("#")) return ofTag(value.slice(1));
  return ofText(value, isQuoted, field);
}

function ofTag(tag: string): Condition | undefined {
  return tag.trim() === "" ? undefined : { kind: "key", key: tagKeyOf(tag) };
}

/**
 * Words without quotes may be the beginnings of longer ones; those of a link always may. Single characters may
 * not: half of all words begin with one of a few letters. Of a longer text only the first 20 words count.
 */
function ofText(text: string, isQuoted: boolean, field: Field): Condition | undefined {
  const words = wordsOf(text);
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const isPrefix = (!isQuoted || field === "link") && last.length > 1 && words.length <= MAX_PHRASE;
  return { kind: "words", field, words: words.slice(0, MAX_PHRASE), isPrefix };
}

function ofOperator(key: string, value: string): Condition {
  const lower = value.toLowerCase();
  const property = Object.hasOwn(PROPERTIES, key) ? PROPERTIES[key] : undefined;
  if (property !== undefined) return ofProperty({ kind: property }, lower);
  switch (key) {
    case "created":
      return ofTime("created_at", value);
    case "lastupdate":
      return ofTime("updated_at", value);
    case "type": {
      const type = ITEM_TYPES.find((type) => type === lower);
      return type === undefined ? NOTHING : { kind: "type", type };
    }
    case "domain":
      return { kind: "domain", domain: lower.replace(/^www\./, "") };
    case "_id":
      return /^\d{1,15}$/.test(value) ? { kind: "id", id: Number(value) } : NOTHING;
    case "cache.status": {
      const status = COPY_STATUSES.find((status) => status === lower);
      return status === undefined ? NOTHING : { kind: "copy", status };
    }
    default:
      // Items have no languages, so that no operator for them finds any.
      return NOTHING;
  }
}

function ofProperty(condition: Condition, value: string): Condition {
  if (value === "true") return condition;
  return value === "false" ? not(condition) : NOTHING;
}

function ofTime(column: "created_at" | "updated_at", value: string): Condition {
  const range = parseTimes(value);
  return range === undefined ? NOTHING : { kind: "time", column, range };
}

function tooManyTokens(): Failure {
  const details = [
    {
      path: "/search",
      message: `must have at most ${MAX_TOKENS} words and operators`,
      reason: "too-many-words",
      values: { limit: MAX_TOKENS },
    },
  ];
  return new Failure("invalid", `A search can have at most ${MAX_TOKENS} words and operators.`, {
    reason: "search-too-long",
    values: { limit: MAX_TOKENS },
    details,
  });
}

/** The search for a reader who sees no notes, reminders and copies, and finds what it would if no item had any. */
export function toPublicSearch({ condition, words }: Search): Search {
  return { condition: toPublic(condition), words: words.map(toPublicWords) };
}

function toPublicWords(words: Words): Words {
  return words.field === "any" ? { ...words, field: "public" } : words;
}

function toPublic(condition: Condition): Condition {
  switch (condition.kind) {
    case "not":
      return { ...condition, of: toPublic(condition.of) };
    case "all":
    case "any":
      return { ...condition, of: condition.of.map(toPublic) };
    case "words":
      if (condition.field === "note") return NOTHING;
      return toPublicWords(condition);
    case "noted":
    case "reminded":
    case "copy":
      return NOTHING;
    default:
      return condition;
  }
}
