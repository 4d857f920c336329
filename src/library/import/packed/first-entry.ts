import { crc32 } from "node:zlib";
import { Failure } from "#contract/failure";
import { MAX_COPY } from "../../../page-reading/copy/copy.ts";
import { COMPLETE_ENTRY, copiedItemIn, TEXTS_ENTRY } from "../../export/complete-entry.ts";
import { inflate } from "./inflate.ts";
import { Input } from "./input.ts";
import { bounded, damaged } from "./limits.ts";

// Archives that begin with their bookmarks, as this server writes them: the bookmarks and then the pages are unpacked while
// the archive arrives; later entries are ignored. The format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

/** Bytes of such an archive. */
export const MAX_ARCHIVE = 1024 * 1024 * 1024;

/** Bytes by which such an archive is recognised. */
export const START_BYTES = 512;

/** Bytes before the name of an entry. */
const HEADER_BYTES = 30;

/** Flags of entries that are encrypted, in one of two ways. */
const ENCRYPTED = 0x2001;

/** A flag: the checksum is not in the header but behind the content. */
const HAS_DESCRIPTOR = 0x08;

const DEFLATED = 8;

const [HEADER, DESCRIPTOR, END] = ["PK\x03\x04", "PK\x07\x08", "PK\x05\x06"];

/** Bytes of this record, without a comment. */
const RECORD_BYTES = 22;

/** Bytes at the end of an archive in which `END` is searched: the record itself, and a short comment. */
const END_BYTES = 1024;

/**
 * Whether an archive begins with bookmarks that can be unpacked while it arrives: the entry that `unpackZip` would choose,
 * `COMPLETE_ENTRY` or a table outside of folders that has no number, and so perhaps more parts. `start` is its first
 * `START_BYTES`.
 */
export function beginsWithBookmarks(start: Uint8Array): boolean {
  const header = Buffer.from(start.buffer, start.byteOffset, start.length);
  if (header.length < HEADER_BYTES || header.toString("latin1", 0, 4) !== HEADER) return false;
  const name = header.toString("latin1", HEADER_BYTES, HEADER_BYTES + nameLengthIn(header));
  const isChosen = name === COMPLETE_ENTRY || /^[^./\\][^/\\]*(?<!_\d+)\.csv$/i.test(name);
  return isChosen && header.readUInt16LE(8) === DEFLATED && (flagsIn(header) & ENCRYPTED) === 0;
}

function flagsIn(header: Buffer): number {
  return header.readUInt16LE(6);
}

function nameLengthIn(header: Buffer): number {
  return header.readUInt16LE(26);
}

/** Receives an entry after the first one, and reads its content to the end. */
export type KeepEntry = (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>;

/** Bytes of the texts of pages. */
const MAX_TEXTS = MAX_ARCHIVE;

/**
 * Unpacks the first entry of an archive. In an archive of this server, the entries with pages follow: `keepPage` receives
 * them. All others are read, because the checksum is at the end, and ignored. Throws `invalid` if the archive is damaged or has more than 1 GiB, or
 * the entry has more bytes than `maxBytes`, and what `keepPage` throws.
 */
export async function* unpackFirstEntry(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
  keepPage?: KeepEntry,
): AsyncIterable<Uint8Array> {
  const input = new Input(bounded(parts, MAX_ARCHIVE));
  try {
    const header = await input.take(HEADER_BYTES);
    const name = await takeName(input, header);
    yield* bounded(checked(input, header), maxBytes);
    if (keepPage !== undefined && name === COMPLETE_ENTRY) await passPages(input, keepPage);
    await assertEnds(input);
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error);
  } finally {
    await input.close();
  }
}

/** Passes the next entries on, as far as they are pages. */
async function passPages(input: Input, keepPage: KeepEntry): Promise<void> {
  for (;;) {
    // What follows the last entry is longer.
    const header = await input.take(HEADER_BYTES);
    const isEntry = header.toString("latin1", 0, 4) === HEADER;
    if (!isEntry || header.readUInt16LE(8) !== DEFLATED || (flagsIn(header) & ENCRYPTED) !== 0) return;
    const path = await takeName(input, header);
    const isCopy = copiedItemIn(path) !== undefined;
    if (!isCopy && path !== TEXTS_ENTRY) return;
    await keepPage(path, bounded(checked(input, header), isCopy ? MAX_COPY : MAX_TEXTS));
  }
}

async function takeName(input: Input, header: Buffer): Promise<string> {
  const name = await input.take(nameLengthIn(header));
  await input.take(header.readUInt16LE(28));
  return name.toString("latin1");
}

/** The unpacked content of the entry with a header. Throws `invalid` if its checksum is not the one that it should be. */
async function* checked(input: Input, header: Buffer): AsyncIterable<Uint8Array> {
  let checksum = 0;
  for await (const bytes of inflate(input)) {
    checksum = crc32(bytes, checksum);
    yield bytes;
  }
  const hasDescriptor = (flagsIn(header) & HAS_DESCRIPTOR) !== 0;
  if (checksum !== (hasDescriptor ? await readChecksum(input) : header.readUInt32LE(14))) throw damaged();
}

/** The checksum behind the content, with two sizes of four bytes, as entries below 4 GiB have. */
async function readChecksum(input: Input): Promise<number> {
  const start = await input.take(4);
  const isNamed = start.toString("latin1") === DESCRIPTOR;
  const checksum = (isNamed ? await input.take(4) : start).readUInt32LE(0);
  await input.take(8);
  return checksum;
}

/** Reads the input to its end. Throws `invalid` unless an archive ends there. */
async function assertEnds(input: Input): Promise<void> {
  let end: Uint8Array = Buffer.alloc(0);
  for (let part = await input.next(); part !== undefined; part = await input.next())
    end = part.length >= END_BYTES ? part.subarray(-END_BYTES) : Buffer.concat([end, part]).subarray(-END_BYTES);
  if (!isWholeEnd(Buffer.from(end))) throw damaged();
}

/** Whether the record at the end of an archive is there as a whole, with its comment. */
function isWholeEnd(end: Buffer): boolean {
  const start = end.lastIndexOf(END, undefined, "latin1");
  const comment = start + RECORD_BYTES;
  return start >= 0 && end.length >= comment && end.length === comment + end.readUInt16LE(comment - 2);
}
