import { Failure } from "#contract/failure";

/** The first bytes of a format, in Latin-1, at an offset from the start of the file. */
interface Signature {
  readonly type: string;
  readonly bytes: string;
  readonly offset?: number;
  /** More bytes that the format has, at their offset. */
  readonly and?: { readonly bytes: string; readonly offset: number };
}

const SIGNATURES: readonly Signature[] = [
  { type: "image/jpeg", bytes: "\xff\xd8\xff" },
  { type: "image/png", bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/gif", bytes: "GIF87a" },
  { type: "image/gif", bytes: "GIF89a" },
  { type: "image/webp", bytes: "RIFF", and: { bytes: "WEBP", offset: 8 } },
  { type: "audio/wav", bytes: "RIFF", and: { bytes: "WAVE", offset: 8 } },
  { type: "audio/aiff", bytes: "FORM", and: { bytes: "AIFF", offset: 8 } },
  { type: "audio/aiff", bytes: "FORM", and: { bytes: "AIFC", offset: 8 } },
  { type: "audio/flac", bytes: "fLaC" },
  { type: "audio/mpeg", bytes: "ID3" },
  // The header of the Advanced Systems Format.
  { type: "video/x-ms-wmv", bytes: "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c" },
  { type: "application/pdf", bytes: "%PDF-" },
  // A ZIP file whose first entry is `mimetype`, not compressed.
  { type: "application/epub+zip", bytes: "PK\x03\x04", and: { bytes: "mimetypeapplication/epub+zip", offset: 30 } },
  // QuickTime files from before the box `ftyp` existed.
  ...["moov", "mdat", "wide"].map((bytes) => ({ type: "video/quicktime", bytes, offset: 4 })),
];

/** The types of files with the box `ftyp` (ISO 14496-12), by their major brand. */
const BRANDS: readonly [brands: RegExp, type: string][] = [
  [/^qt {2}$/, "video/quicktime"],
  [/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/, "image/heic"],
  [/^(isom|iso[2-9]|mp4[12]|avc1|dash|mmp4|M4V |M4VH|M4VP|MSNV|3gp[4-7])$/, "video/mp4"],
];

/** A WebM file starts with an EBML header, which has this document type. */
const EBML = "\x1a\x45\xdf\xa3";
const WEBM = "\x42\x82\x84webm";

/** Control characters, which texts do not contain, except for white space. */
const NO_TEXT = /[^\P{Cc}\t-\r\u0080-\u009f]/u;

/** The length of the part of a file that holds its signature, in bytes. */
const START = 128;

/** Recognises the media type of a file by its content, of which it is given one part after the other. */
export class KindReader {
  #type: string | undefined;
  #isFirst = true;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });

  /** Reads the next part; the first one must have at least `START` bytes, or be the whole file. Throws `invalid`. */
  read(part: Buffer): void {
    if (this.#isFirst) this.#type = typeOf(part);
    this.#isFirst = false;
    if (this.#type === undefined) this.#readText(part, true);
  }

  /**
   * Returns the media type of the whole file. Any text without another signature is `text/plain`, or
   * `text/markdown` if its name says so. Throws `invalid` for any other file, and for an empty one.
   */
  finish(name: string): string {
    if (this.#isFirst) throw new Failure("invalid", "The file is empty.", { reason: "file-empty" });
    if (this.#type !== undefined) return this.#type;
    this.#readText(Buffer.alloc(0), false);
    return /\.(md|markdown)$/i.test(name) ? "text/markdown" : "text/plain";
  }

  #readText(part: Buffer, stream: boolean): void {
    let text: string;
    try {
      text = this.#decoder.decode(part, { stream });
    } catch (cause) {
      throw unknownKind(cause);
    }
    if (NO_TEXT.test(text)) throw unknownKind();
  }
}

/** The media type by the first bytes of a file; undefined for texts and unknown kinds. */
function typeOf(file: Buffer): string | undefined {
  const start = file.toString("latin1", 0, START);
  const has = (bytes: string, offset = 0) => start.startsWith(bytes, offset);
  const signature = SIGNATURES.find(
    ({ bytes, offset, and }) => has(bytes, offset) && (and === undefined || has(and.bytes, and.offset)),
  );
  if (signature !== undefined) return signature.type;
  if (has("ftyp", 4)) return BRANDS.find(([brands]) => brands.test(start.slice(8, 12)))?.[1];
  if (has(EBML) && start.includes(WEBM)) return "video/webm";
  return isMp3Frame(file) ? "audio/mpeg" : undefined;
}

/** Whether a file starts with the header of a frame of MPEG audio, layer III. */
function isMp3Frame(file: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = file;
  const [version, layer, bitRate, sampleRate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3];
  const isSynchronised = first === 0xff && second >> 5 === 7;
  return isSynchronised && version !== 1 && layer === 1 && bitRate !== 0 && bitRate !== 15 && sampleRate !== 3;
}

function unknownKind(cause?: unknown): Failure {
  return new Failure("invalid", "The file is of a kind that cannot be uploaded.", { reason: "file-kind", cause });
}
