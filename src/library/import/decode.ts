import { isAscii } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";

/** The bytes of a file, whole or in parts. */
export type Source = Uint8Array | AsyncIterable<Uint8Array>;

/** Bytes that are decoded between two yields to the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** Bytes that decide whether a file that declares no charset is UTF-8. */
const SAMPLE_BYTES = 1024 * 1024;

/** Bytes in which a charset is declared. */
const DECLARATION_BYTES = 64 * 1024;

const BYTE_ORDER_MARKS = [
  ["\xef\xbb\xbf", "utf-8"],
  ["\xff\xfe", "utf-16le"],
  ["\xfe\xff", "utf-16be"],
] as const;

/** The first tag of markup, where a program has written text before it. */
const FIRST_TAG = /^<(?:!doctype|\?xml|html|head|meta|title)[\s>]/im;

/** The first entry of a file. What looks like a declaration after it is part of a text. */
const ENTRY = /<(?:a|dd|dl|dt|li|ol|ul)[\s>]/i;

/** A charset that HTML or XML declares. */
const DECLARED =
  /<meta\s[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml\s[^>]{0,500}?encoding\s*=\s*["']([\w.:-]+)/i;

/** The bytes of a source in parts that take a moment to decode. Yields to the event loop after each. */
export async function* partsOf(source: Source): AsyncIterable<Uint8Array> {
  for await (const part of source instanceof Uint8Array ? [source] : source) {
    for (let start = 0; start < part.length; start += CHUNK_BYTES) {
      yield part.subarray(start, start + CHUNK_BYTES);
      await setImmediate();
    }
  }
}

/** A source whose beginning is known. */
export interface Peeked {
  /** At least the wanted bytes, or all. */
  readonly start: Uint8Array;
  readonly whole: AsyncIterable<Uint8Array>;
}

/** Reads the beginning of a source. */
export async function peek(parts: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const iterator = parts[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const { done = false, value } = await iterator.next();
    if (done) break;
    read.push(value);
    size += value.length;
  }
  const start = Buffer.concat(read);
  return { start, whole: chain(start, iterator) };
}

/** Passes on a value and those after it. Closes the iterator also if nothing more than the first one is read. */
export async function* chain<T>(first: T, rest: AsyncIterator<T>): AsyncIterable<T> {
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}

/**
 * The text of a file, without byte order marks. Its charset is that of the byte order mark, else the one that the file
 * declares, else UTF-8. Bytes that are not valid become U+FFFD. Only a file that declares nothing and is mostly not
 * UTF-8 is read as Windows-1252, which old browsers wrote.
 */
export async function* decode(parts: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const { start, whole } = await peek(parts, SAMPLE_BYTES);
  let decoder = declaredDecoder(start);
  let isFirst = true;
  for await (const part of whole) {
    decoder ??= likelyDecoder(part);
    // Without a decoder all bytes are ASCII.
    const text = decoder?.decode(part, { stream: true }) ?? bufferOf(part).toString("latin1");
    yield isFirst ? text.replace(/^\uFEFF+/, "") : text;
    isFirst = false;
  }
  yield decoder?.decode() ?? "";
}

/** The same bytes, not a copy. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

function declaredDecoder(start: Uint8Array): TextDecoder | undefined {
  const text = bufferOf(start.subarray(0, DECLARATION_BYTES)).toString("latin1");
  const mark = BYTE_ORDER_MARKS.find(([bytes]) => text.startsWith(bytes));
  if (mark !== undefined) return new TextDecoder(mark[1]);
  const wide = utf16In(text);
  if (wide !== undefined) return new TextDecoder(wide);
  const label = declaredIn(text);
  if (label === undefined) return undefined;
  try {
    // A declaration that can be read as ASCII is not in UTF-16, whatever it says.
    return new TextDecoder(/^utf-?16/i.test(label) ? "utf-8" : label);
  } catch {
    return undefined;
  }
}

/** The order of bytes of a text in UTF-16 that begins with four characters of ASCII, such as markup and links do. */
function utf16In(text: string): "utf-16le" | "utf-16be" | undefined {
  if (/^(?:[^\0]\0){4}/.test(text)) return "utf-16le";
  return /^(?:\0[^\0]){4}/.test(text) ? "utf-16be" : undefined;
}

/** The charset that markup declares before its first entry. */
function declaredIn(text: string): string | undefined {
  const from = text.trimStart().startsWith("<") ? 0 : text.search(FIRST_TAG);
  if (from < 0) return undefined;
  const markup = withoutComments(text.slice(from));
  const entry = markup.search(ENTRY);
  const [, inHtml, inXml] = DECLARED.exec(entry < 0 ? markup : markup.slice(0, entry)) ?? [];
  return inHtml ?? inXml;
}

function withoutComments(text: string): string {
  let [kept, at] = ["", 0];
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", start);
    if (end < 0) break;
    kept += text.slice(at, start);
    at = end + "-->".length;
  }
  return kept + text.slice(at);
}

/** The decoder for bytes of an unknown charset; undefined if they are ASCII, so that it does not matter. */
function likelyDecoder(bytes: Uint8Array): TextDecoder | undefined {
  if (isAscii(bytes)) return undefined;
  const text = new TextDecoder("utf-8").decode(bytes, { stream: true });
  let [valid, invalid] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0xfffd) invalid++;
    else if (unit > 0x7f) valid++;
  }
  return new TextDecoder(invalid > valid ? "windows-1252" : "utf-8");
}
