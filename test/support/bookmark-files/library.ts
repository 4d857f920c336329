import { CONSTRUCTS, OTHERS, STRUCTURE } from "../html-constructs.ts";
import { Random } from "./random.ts";

/** A text, and whether a program writes it into HTML without escaping it. */
export interface Text {
  readonly text: string;
  readonly isRaw: boolean;
}

/** When a bookmark was saved: a time in whole seconds, in milliseconds since 1970, or a text that is no time. */
export type Saved = number | "never" | undefined;

/** An entry of a generated file. A folder is one without anything in it; a skipped entry has no web address. */
export interface Generated {
  readonly kind: "bookmark" | "skipped" | "folder";
  readonly path: readonly Text[];
  /** As the file has it, and as browsers read it. */
  readonly link: string;
  readonly cleanLink: string;
  readonly title: Text;
  readonly description: Text;
  readonly tags: readonly string[];
  readonly saved: Saved;
}

export interface Traits {
  readonly seed: number;
  readonly count: number;
  /** Whether folders have hostile titles. */
  readonly hasHostileFolders: boolean;
  /** Whether links may have white space, and texts line breaks. */
  readonly hasWhiteSpace: boolean;
}

/** Stands for bytes that are no UTF-8: those of a character whose last byte was cut off. */
export const CUT = "\uE000";

const WORDS = ["Größe", "日本語", "Émile", "naïve", "😀", "Привет", "plain", "Two words", "x"];

/** Ends of titles are no text; `DL` and others are text only within it. */
const HOSTILE = [...CONSTRUCTS, ...OTHERS, ...STRUCTURE].filter((one) => !/<\/(?:a|h3)/.test(one));

const OTHER_LINKS = ["javascript:alert(1)", "place:sort=8", "about:blank", "chrome://settings/", "data:text/plain;x"];

const FOLDERS = ["Work", "Later", "Größe", "日本", "Work & Play"];

/** Folders around each other, at most. */
const MAX_DEPTH = 40;

const [EARLIEST, LATEST] = [Date.UTC(2005, 0), Date.UTC(2025, 0)];

/** Entries with the traits of real files, always the same ones for a seed. */
export function generate({ seed, count, hasHostileFolders, hasWhiteSpace }: Traits): Generated[] {
  const random = new Random(seed);
  const entries: Generated[] = [];
  const links: string[] = [];
  let path: Text[] = [];
  for (let index = 0; index < count; index++) {
    if (index % 1000 === 500) path = Array.from({ length: MAX_DEPTH }, () => folderTitle(random, hasHostileFolders));
    else if (random.once(20) && path.length < MAX_DEPTH) path = [...path, folderTitle(random, hasHostileFolders)];
    else if (random.once(15)) path = path.slice(0, random.below(path.length + 1));
    const kind = random.once(50) ? "folder" : random.once(40) ? "skipped" : "bookmark";
    const fresh = `https://${index}.example/`;
    const known = kind === "bookmark" && random.once(30) && links.length > 0 ? random.pick(links) : fresh;
    const { link, cleanLink } = kind === "skipped" ? otherLink(random) : linkOf(random, known, hasWhiteSpace);
    if (kind === "bookmark") links.push(known);
    entries.push({
      kind,
      path: kind === "folder" ? [...path, folderTitle(random, hasHostileFolders)] : path,
      link,
      cleanLink,
      title: titleOf(random, hasWhiteSpace),
      description: descriptionOf(random, hasWhiteSpace),
      tags: tagsOf(random),
      saved: savedOf(random),
    });
  }
  return entries;
}

function plain(text: string): Text {
  return { text, isRaw: false };
}

function folderTitle(random: Random, isHostile: boolean): Text {
  return isHostile && random.once(3) ? hostile(random) : plain(random.pick(FOLDERS));
}

function hostile(random: Random): Text {
  const [one, other] = [random.pick(HOSTILE), random.pick(HOSTILE)];
  return { text: random.pick([`before ${one} after`, `before ${one} and ${other} after`]), isRaw: true };
}

function titleOf(random: Random, hasWhiteSpace: boolean): Text {
  const word = random.pick(WORDS);
  switch (random.below(12)) {
    case 0:
      return plain("");
    case 1:
      return plain(`A ${CUT}! ${word}`);
    case 2:
      return plain(`${word}\0${word}`);
    case 3:
      return plain(`${word} & <b>${word}</b> &amp; &lt;`);
    case 4:
      return plain(random.pick(['say "hi"', '"quoted"', 'one "', "a, b; c\td", "it's", '""', '"', ","]));
    case 5:
      return plain(hasWhiteSpace ? random.pick(["a\nb", "a\r\n b", "a\rb", " a "]) : word);
    case 6:
      return plain(random.once(10) ? "é".repeat(1500) : word);
    case 7:
    case 8:
    case 9:
      return hostile(random);
    default:
      return plain(`${word} ${random.pick(WORDS)}`);
  }
}

function descriptionOf(random: Random, hasWhiteSpace: boolean): Text {
  const word = random.pick(WORDS);
  switch (random.below(8)) {
    case 0:
      return plain(random.once(20) ? `${word}é`.repeat(2500).slice(0, random.pick([9_999, 10_000, 12_000])) : word);
    case 1:
      return plain(hasWhiteSpace ? `${word}\n\n${word}` : word);
    case 2:
      return plain(`<script>${word}</script> & "${word}", ${word}${CUT}.`);
    default:
      return plain("");
  }
}

function tagsOf(random: Random): string[] {
  const tags = ["one", "größer", "two", "日本", "three"].filter(() => random.once(5));
  return random.once(20) ? [...tags, "with, comma"] : tags;
}

function savedOf(random: Random): Saved {
  if (random.once(12)) return "never";
  if (random.once(6)) return undefined;
  return EARLIEST + 1000 * random.below((LATEST - EARLIEST) / 1000);
}

function otherLink(random: Random) {
  const link = random.pick(OTHER_LINKS);
  return { link, cleanLink: link };
}

function linkOf(random: Random, link: string, hasWhiteSpace: boolean) {
  if (random.once(6)) return { link: `${link}?a=1&copy=2&lt=<é>`, cleanLink: `${link}?a=1&copy=2&lt=<é>` };
  if (!hasWhiteSpace || !random.once(6)) return { link, cleanLink: link };
  return random.pick([
    { link: `${link}my file.pdf`, cleanLink: `${link}my%20file.pdf` },
    { link: `${link}a\u00a0b\u3000c`, cleanLink: `${link}a%C2%A0b%E3%80%80c` },
    { link: ` ${link} `, cleanLink: link },
    { link: `${link}a\tb\n`, cleanLink: `${link}ab` },
  ]);
}
