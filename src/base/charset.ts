import { isAscii } from "node:buffer";
import { TextDecoder } from "node:util";

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

/** The same bytes, not a copy. */
export function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/**
 * The decoder for the charset of the byte order mark, else for `label`, such as that of a header, else for the one that
 * markup declares. Undefined if none is declared, or none that is known.
 */
export function declaredDecoder(start: Uint8Array, label?: string): TextDecoder | undefined {
  const text = bufferOf(start.subarray(0, DECLARATION_BYTES)).toString("latin1");
  const mark = BYTE_ORDER_MARKS.find(([bytes]) => text.startsWith(bytes));
  if (mark !== undefined) return new TextDecoder(mark[1]);
  const named = decoderNamed(label);
  if (named !== undefined) return named;
  const wide = utf16In(text);
  if (wide !== undefined) return new TextDecoder(wide);
  const declared = declaredIn(text);
  // A declaration that can be read as ASCII is not in UTF-16, whatever it says.
  return decoderNamed(declared !== undefined && /^utf-?16/i.test(declared) ? "utf-8" : declared);
}

function decoderNamed(label: string | undefined): TextDecoder | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
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

/** The likely decoder for bytes of an unknown charset; undefined if they are ASCII, so that it does not matter. */
export function likelyDecoder(bytes: Uint8Array): TextDecoder | undefined {
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
