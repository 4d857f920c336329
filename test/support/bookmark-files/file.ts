import { decodeHTML } from "entities";
import { CUT, type Generated, type Saved, type Text } from "./library.ts";
import type { Random } from "./random.ts";

/** What an import of a file must find: a bookmark, or a folder, which has no link. */
export interface ExpectedEntry {
  readonly path: readonly string[];
  readonly link?: string;
  readonly title?: string;
  readonly excerpt?: string;
  readonly tags?: readonly string[];
  /** In milliseconds since 1970. */
  readonly created?: number | undefined;
}

export interface GeneratedFile {
  readonly bytes: Buffer;
  /** Bookmarks and folders in the order of the file. */
  readonly entries: readonly ExpectedEntry[];
  /** Texts of skipped entries, with their line where the format has lines. */
  readonly skipped: readonly string[];
  readonly datesNotRead: number;
}

/** Which fields a format has. */
export interface Fields {
  readonly path: boolean;
  readonly title: boolean;
  readonly excerpt: boolean;
  readonly tags: boolean;
  readonly saved: boolean;
}

const [MAX_TITLE, MAX_EXCERPT] = [1000, 10_000];

/** Milliseconds from 1601 to 1970. */
const FROM_1601 = 11_644_473_600_000;

/** A time in one of the forms that files have. */
export function timeText(random: Random, saved: number): string {
  const iso = new Date(saved).toISOString();
  return random.pick([
    `${saved / 1000}`,
    `${saved}`,
    `${saved}000`,
    `${saved + FROM_1601}000`,
    `${(saved + FROM_1601) / 1000}`,
    iso,
    `${new Date(saved + 3_600_000).toISOString().slice(0, 19)}+01:00`,
    new Date(saved).toUTCString(),
  ]);
}

/** Builds a file line by line, and what must be found in it. */
export class FileWriter {
  readonly #random: Random;
  readonly #lineEnds: readonly string[];
  readonly #parts: string[] = [];
  readonly #entries: ExpectedEntry[] = [];
  readonly #skipped: string[] = [];
  #datesNotRead = 0;
  #line = 1;

  constructor(random: Random, { lineEnds }: { readonly lineEnds: readonly string[] }) {
    this.#random = random;
    this.#lineEnds = lineEnds;
  }

  /** Adds a line, or several. */
  add(text: string): void {
    const lineEnd = this.#random.pick(this.#lineEnds);
    // After a CR, a blank line that ends with LF would be the rest of its line break.
    const line = text === "" && lineEnd === "\n" ? (this.#lineEnds.at(-1) ?? lineEnd) : text + lineEnd;
    this.#line += line.match(/\r\n?|\n/g)?.length ?? 0;
    this.#parts.push(line);
  }

  /** Expects an entry whose texts the format writes, on the line that is added next. */
  expect(entry: Generated, fields: Fields, shown: (text: Text) => string = ({ text }) => text): void {
    const path = fields.path ? entry.path.map(shown).map(toTitle) : [];
    if (entry.kind === "folder") this.expectFolder(path);
    else if (entry.kind === "skipped") this.#skipped.push(`${this.#line}: ${entry.link}`);
    else this.#expectBookmark(entry, path, fields, shown);
  }

  #expectBookmark(entry: Generated, path: readonly string[], fields: Fields, shown: (text: Text) => string): void {
    if (fields.saved && entry.saved === "never") this.#datesNotRead++;
    this.#entries.push({
      path,
      link: entry.cleanLink,
      title: (fields.title ? toTitle(shown(entry.title)) : "") || entry.cleanLink,
      excerpt: fields.excerpt ? toExcerpt(shown(entry.description)) : "",
      tags: fields.tags ? entry.tags : [],
      created: fields.saved ? toTime(entry.saved) : undefined,
    });
  }

  expectFolder(path: readonly string[]): void {
    this.#entries.push({ path });
  }

  file(start = ""): GeneratedFile {
    const text = start + this.#parts.join("");
    return {
      bytes: withCuts(Buffer.from(text)),
      entries: this.#entries,
      skipped: this.#skipped,
      datesNotRead: this.#datesNotRead,
    };
  }
}

/** A text as HTML has it after its character references are decoded. */
export function inHtml({ text, isRaw }: Text): string {
  return isRaw ? decodeHTML(text) : text;
}

export function toTitle(text: string): string {
  return toStored(text).slice(0, MAX_TITLE).replaceAll("\0", "").trim();
}

function toExcerpt(text: string): string {
  return toStored(text).slice(0, MAX_EXCERPT);
}

function toTime(saved: Saved): number | undefined {
  return typeof saved === "number" ? saved : undefined;
}

function toStored(text: string): string {
  return text.replaceAll(CUT, "\uFFFD");
}

/** Replaces each mark by the first two of three bytes of a character. */
function withCuts(bytes: Buffer): Buffer {
  const mark = Buffer.from(CUT);
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, start)) {
    parts.push(bytes.subarray(start, at), Buffer.from([0xe2, 0x80]));
    start = at + mark.length;
  }
  return Buffer.concat([...parts, bytes.subarray(start)]);
}
