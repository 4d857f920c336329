import fc from "fast-check";

/** What the model knows of an item. */
export interface ModelItem {
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly link: string;
  /** The text of the page that it links to; empty if none is stored. */
  readonly page: string;
  readonly tags: readonly string[];
  readonly type: "link" | "article" | "video";
  readonly important: boolean;
  readonly broken: boolean;
  readonly highlights: readonly { readonly text: string }[];
  readonly reminderAt: number | null;
  /** Days after 2026-01-01, at noon. */
  readonly day: number;
}

/** A part of a query, and the items that it means. */
export interface Part {
  readonly text: string;
  readonly matches: (item: ModelItem, all: readonly ModelItem[]) => boolean;
}

/** A query, and the items that it means. */
export type Query = Part;

// Beginnings of four letters and more are looked up in another way if few words have them.
const LONGER = ["abba", "abbab", "abbac", "abbaca", "abbad", "abbae"];
const LETTERS = ["a", "b", "ab", "ba", "bab", "abc", "c3", ...LONGER];
const FIELDS = ["title", "excerpt", "note"] as const;

const word = fc.constantFrom(...LETTERS);
const text = fc
  .array(fc.constantFrom(...LETTERS, "Ab", "ÁB", "bä", "a-b"), { maxLength: 4 })
  .map((words) => words.join(" "));
const tag = fc.constantFrom("a", "A b", "ab", "true", "a-");

export const item: fc.Arbitrary<ModelItem> = fc.record({
  title: text.map((title) => `${title} t`),
  excerpt: text,
  note: text,
  link: fc
    .tuple(fc.constantFrom("www.abc.example", "abc.example", "ba.example"), fc.array(word, { maxLength: 3 }))
    .map(([host, path]) => `https://${host}/${path.join("/")}`),
  page: fc.oneof(fc.constant(""), text),
  tags: fc.uniqueArray(tag, { maxLength: 2 }),
  type: fc.constantFrom("link", "article", "video"),
  important: fc.boolean(),
  broken: fc.boolean(),
  highlights: fc.constantFrom([], [{ text: "marked" }]),
  reminderAt: fc.constantFrom(null, Date.UTC(2027)),
  day: fc.nat(400),
});

/** The words of a text, in the small alphabet of this model. */
function wordsOf(text: string): string[] {
  const folded = text.toLowerCase().replaceAll("á", "a").replaceAll("ä", "a");
  return folded.split(/[^a-z0-9]+/).filter((part) => part !== "");
}

/** Whether a text has these consecutive words; the beginning of the last one is enough for a prefix. */
function hasWords(text: string, wanted: readonly string[], isPrefix: boolean): boolean {
  const words = wordsOf(text);
  return words.some((_, start) =>
    wanted.every((one, index) => {
      const word = words[start + index];
      return isPrefix && index === wanted.length - 1 && one.length > 1 ? word?.startsWith(one) : word === one;
    }),
  );
}

/** Whether a link has a word with this part of at least three characters, or else these words. */
function hasLinkText(link: string, wanted: readonly string[]): boolean {
  const [first = ""] = wanted;
  if (wanted.length === 1 && first.length >= 3) return wordsOf(link).some((word) => word.includes(first));
  return hasWords(link, wanted, true);
}

function hasAnywhere(item: ModelItem, wanted: readonly string[], isPrefix: boolean): boolean {
  const isLong = (wanted.at(-1) ?? "").length >= 4;
  if (hasWords(item.page, wanted, isPrefix && isLong)) return true;
  const inTexts = [item.title, item.excerpt, item.note, ...item.tags].some((text) => hasWords(text, wanted, isPrefix));
  return inTexts || (isPrefix ? hasLinkText(item.link, wanted) : hasWords(item.link, wanted, false));
}

function sameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function timeOf({ day }: ModelItem): number {
  return Date.UTC(2026, 0, 1 + day, 12);
}

const dates: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom("created", "lastUpdate"), fc.constantFrom("", ">", "<", ">=", "<="), fc.nat(400), fc.nat(2))
  .map(([key, operator, day, parts]) => {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, [10, 7, 4][parts]);
    return {
      text: `${key}:${operator}${date}`,
      matches: (item) => {
        const prefix = new Date(timeOf(item)).toISOString().slice(0, date.length);
        if (operator === "") return prefix === date;
        if (operator.endsWith("=") && prefix === date) return true;
        return operator.startsWith(">") ? prefix > date : prefix < date;
      },
    };
  });

const flags: fc.Arbitrary<Part> = fc.constantFrom<Part>(
  { text: "important:true", matches: ({ important }) => important },
  { text: "❤️", matches: ({ important }) => important },
  { text: "IMPORTANT:False", matches: ({ important }) => !important },
  { text: "broken:true", matches: ({ broken }) => broken },
  { text: "notag:true", matches: ({ tags }) => tags.length === 0 },
  { text: "note:true", matches: ({ note }) => note !== "" },
  { text: "highlights:true", matches: ({ highlights }) => highlights.length > 0 },
  { text: "reminder:false", matches: ({ reminderAt }) => reminderAt === null },
  { text: "file:false", matches: () => true },
  { text: "cache.status:ready", matches: () => false },
  { text: "created:abc", matches: () => false },
  { text: "type:video", matches: ({ type }) => type === "video" },
  { text: "type:foo", matches: () => false },
  { text: "domain:abc.example", matches: ({ link }) => /\/(www\.)?abc\.example\//.test(link) },
  {
    text: "duplicate:true",
    matches: (item, all) => all.slice(0, all.indexOf(item)).some(({ link }) => link === item.link),
  },
);

const words: fc.Arbitrary<Part> = fc.oneof(
  word.map((one): Part => ({ text: one, matches: (item) => hasAnywhere(item, [one], true) })),
  fc
    .array(word, { minLength: 1, maxLength: 2 })
    .map((phrase): Part => ({ text: `"${phrase.join(" ")}"`, matches: (item) => hasAnywhere(item, phrase, false) })),
  fc.tuple(word, word).map(([one, other]): Part => {
    return { text: `${one}-${other}`, matches: (item) => hasAnywhere(item, [one, other], true) };
  }),
  fc.tuple(fc.constantFrom(...FIELDS), word).map(([field, one]): Part => {
    return { text: `${field}:${one}`, matches: (item) => hasWords(item[field], [one], true) };
  }),
  word.map((one): Part => {
    const matches = ({ title, excerpt }: ModelItem) => hasWords(title, [one], true) || hasWords(excerpt, [one], true);
    return { text: `info:${one}`, matches };
  }),
  fc.array(word, { minLength: 1, maxLength: 2 }).map((parts): Part => {
    return { text: `link:"${parts.join("/")}"`, matches: ({ link }) => hasLinkText(link, parts) };
  }),
  tag.map((one): Part => {
    return { text: `#"${one}"`, matches: ({ tags }) => tags.some((other) => sameTag(one, other)) };
  }),
);

const part = fc.oneof({ weight: 3, arbitrary: words }, flags, dates);
const parts = fc.array(fc.tuple(fc.boolean(), part), { minLength: 1, maxLength: 5 });

/** A query of up to five parts, some negated, with and without `match:OR`. */
export const query: fc.Arbitrary<Query> = fc.tuple(parts, fc.boolean()).map(([all, isAny]) => ({
  text: [...all.map(([isNegated, { text }]) => (isNegated ? `-${text}` : text)), ...(isAny ? ["match:OR"] : [])].join(
    " ",
  ),
  matches: (item, items) => {
    const results = all.map(([isNegated, { matches }]) => ({ isNegated, isMatch: matches(item, items) }));
    const wanted = results.filter(({ isNegated }) => !isNegated).map(({ isMatch }) => isMatch);
    if (results.some(({ isNegated, isMatch }) => isNegated && isMatch)) return false;
    return isAny && wanted.length > 0 ? wanted.includes(true) : !wanted.includes(false);
  },
}));
