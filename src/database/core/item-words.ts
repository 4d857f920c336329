// A change of these rules needs a migration that stores the words of all items again. So earlier migrations, which used
// other rules, may use the current ones.

/** The texts of an item that a search matches, besides its tags. */
export interface SearchedTexts {
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly link: string;
}

/** The columns of the index of texts, in the order of their texts in `items.search_text`. */
export const TEXT_COLUMNS = ["title", "excerpt", "note", "link", "parts"] as const;

export type TextColumn = (typeof TEXT_COLUMNS)[number];

/** Longer words are cut, in the index and in searches. In UTF-16 code units. */
const MAX_WORD_LENGTH = 40;

/** Words with fewer characters match only words of a link, or their beginnings, not other parts of them. */
export const MIN_PART_LENGTH = 3;

/** Maximum ends of words of a link that are indexed. A long link matches in its middle only up to there. */
const MAX_PARTS = 300;

/** Diacritics, and selectors of the form of a character. */
const DIACRITICS = /[\u0300-\u036f\ufe00-\ufe0f]+/g;

/**
 * A word: letters and digits. In scripts without spaces between words, and for pictographs, each character is
 * a word of its own.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{Extended_Pictographic}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]]+/gv;

/** The words of a text in lower case, without diacritics: "Crème brûlée" has `creme` and `brulee`. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH).toWellFormed());
}

/** A word of a text: its first code unit there, and the one after its last. */
export interface LocatedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text, and where they are in it as it is written. */
export function locatedWords(text: string): LocatedWord[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index: start }) =>
    wordsOf(written).map((word) => ({ word, start, end: start + written.length })),
  );
}

/** The text in lower case, without diacritics. It contains its words; see `startOf`. */
export function fold(text: string): string {
  // Twice: the normal form of `™` is `TM`.
  const lower = text.toWellFormed().toLowerCase().normalize("NFKD").toLowerCase();
  return lower.replace(DIACRITICS, "");
}

/** What a folded text contains if it has this word. A word that was cut may end with half of a character. */
export function startOf(word: string): string {
  return word.slice(0, MAX_WORD_LENGTH - 1);
}

/** Equal for tags that differ only in case or in their Unicode form. */
export function tagKeyOf(tag: string): string {
  return tag.trim().normalize("NFKC").toLowerCase().normalize("NFC");
}

/**
 * The value of `items.search_text`: a JSON array with the words of each column of the index of texts, separated by
 * spaces. `parts` are the ends of the words of the link, so that a search finds any part of them.
 */
export function searchTextOf({ title, excerpt, note, link }: SearchedTexts): string {
  const ofLink = wordsOf(link);
  const columns: Readonly<Record<TextColumn, readonly string[]>> = {
    title: wordsOf(title),
    excerpt: wordsOf(excerpt),
    note: wordsOf(note),
    link: ofLink,
    parts: [...new Set(ofLink.flatMap(endsOf))].slice(0, MAX_PARTS),
  };
  return JSON.stringify(TEXT_COLUMNS.map((column) => columns[column].join(" ")));
}

/** Words of a page that are indexed: its first ones, as positions in an index end somewhere. Also a limit of bytes. */
const MAX_PAGE_WORDS = 16_000;
const MAX_PAGE_BYTES = 256 * 1024;

/** The value of `item_texts.words`: the first words of the text of a page, separated by spaces. */
export function pageWordsOf(text: string): string {
  const words: string[] = [];
  let bytes = 0;
  for (const word of wordsOf(text)) {
    bytes += Buffer.byteLength(word) + 1;
    if (words.length === MAX_PAGE_WORDS || bytes > MAX_PAGE_BYTES) break;
    words.push(word);
  }
  return words.join(" ");
}

/** The ends of a word, without the word itself and without short ones. */
function endsOf(word: string): string[] {
  const starts = startsOf(word);
  return starts.slice(1, Math.max(1, starts.length - MIN_PART_LENGTH + 1)).map((start) => word.slice(start));
}

/** The indexes at which the characters of a word begin; they have one or two code units. */
function startsOf(word: string): number[] {
  const starts: number[] = [];
  for (let start = 0; start < word.length; start++) {
    if (isSecondHalf(word, start)) continue;
    starts.push(start);
  }
  return starts;
}

function isSecondHalf(word: string, index: number): boolean {
  const code = word.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
