import { Readable } from "node:stream";
import type { Entry, ZipFile } from "yauzl";
import { Failure } from "#contract/failure";
import { Slices } from "#contract/scheduling";
import { COMPLETE_ENTRY } from "../../export/complete-entry.ts";
import { Input } from "./input.ts";
import { bounded, collect, damaged } from "./limits.ts";

/** Entries of an archive among which the bookmarks are searched. */
const MAX_ENTRIES = 10_000;

/** How the names of files end that may hold the bookmarks, the most complete first: of exports in several formats, the table. */
const ENDS = [COMPLETE_ENTRY, ".csv", ".html", ".htm", ".json", ".txt"] as const;

/** Tables that are parts of one, such as those in Pocket's exports: their names differ only in the number at the end. */
const PART = /^(.*_)(\d+)\.csv$/i;

/** Bytes of the longest header of a table. */
const MAX_HEADER = 64 * 1024;

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Whether bytes are the start of a ZIP archive with files. */
export function isZip(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, 4)).toString("latin1") === "PK\x03\x04";
}

/**
 * The bookmarks of an archive, such as this server's export with files and backups of Raindrop.io: its outermost table
 * with all its parts, bookmark file or other file that may hold some. Nothing if there is none. Throws `invalid` if the
 * archive is damaged, or it or what it holds has more bytes than `maxBytes`.
 */
export async function* unpackZip(parts: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  const archive = await open(await collect(parts, maxBytes));
  try {
    yield* bounded(joined(archive, await findBookmarks(archive)), maxBytes);
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error);
  }
}

/** Reads the archive where it is in memory: it may be large, and joining its parts would need the same again. */
async function open(parts: readonly Uint8Array[]): Promise<ZipFile> {
  const { default: yauzl } = await import("yauzl"); // Here, because most servers never read an archive.
  class PartsReader extends yauzl.RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(slices(parts, start, end));
    }
  }
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  try {
    return await yauzl.fromRandomAccessReaderPromise(new PartsReader(), size, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw damaged(error);
  }
}

function* slices(parts: readonly Uint8Array[], start: number, end: number): Iterable<Uint8Array> {
  let offset = 0;
  for (const part of parts) {
    const slice = part.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    if (slice.length > 0) yield slice;
    offset += part.length;
    if (offset >= end) return;
  }
}

/** The content of a file, or of the parts of a table, of which only the first keeps the header that all have. */
async function* joined(archive: ZipFile, entries: readonly Entry[]): AsyncIterable<Uint8Array> {
  let header: Buffer | undefined;
  for (const entry of entries) {
    const input = new Input(await archive.openReadStreamPromise(entry));
    try {
      const line = await takeLine(input);
      if (header !== undefined) yield Buffer.from("\n");
      if (header === undefined || !header.equals(line)) yield line;
      header ??= line;
      for (let part = await input.next(); part !== undefined; part = await input.next()) yield part;
    } finally {
      await input.close();
    }
  }
}

/** The first line of an input, without its line break, if it is not longer than a header. */
async function takeLine(input: Input): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for (let part = await input.next(); part !== undefined; part = await input.next()) {
    const end = part.findIndex((byte) => byte === LINE_FEED || byte === RETURN);
    taken.push(end < 0 ? part : part.subarray(0, end));
    if (end >= 0) input.unread(part.subarray(end));
    size += part.length;
    if (end >= 0 || size > MAX_HEADER) break;
  }
  return Buffer.concat(taken);
}

/** The file that most likely holds the bookmarks, or the parts of the table that does, in order. */
async function findBookmarks(archive: ZipFile): Promise<readonly Entry[]> {
  const parts = new Map<string, Entry[]>();
  let best: { readonly entry: Entry; readonly rank: number } | undefined;
  let count = 0;
  // The archive is in memory, so that waiting for its next entry does not yield.
  const slices = new Slices();
  for await (const entry of archive.eachEntry()) {
    await slices.next();
    if (++count > MAX_ENTRIES) break;
    const rank = rankOf(entry);
    if (rank === undefined) continue;
    if (best === undefined || rank < best.rank) best = { entry, rank };
    const table = tableOf(entry);
    if (table === undefined) continue;
    const known = parts.get(table);
    if (known === undefined) parts.set(table, [entry]);
    else known.push(entry);
  }
  if (best === undefined) return [];
  const found = parts.get(tableOf(best.entry) ?? "") ?? [best.entry];
  return found.toSorted((one, other) => numberOf(one) - numberOf(other));
}

/** The name of the table of which an entry is a part; undefined if it is none. */
function tableOf({ fileName }: Entry): string | undefined {
  return PART.exec(fileName)?.[1];
}

function numberOf({ fileName }: Entry): number {
  return Number(PART.exec(fileName)?.[2]);
}

/** Lower for the files that more likely hold the bookmarks; undefined for others. */
function rankOf(entry: Entry): number | undefined {
  const folders = entry.fileName.split("/");
  const name = folders.pop() ?? "";
  const kind = ENDS.findIndex((end) => name.toLowerCase().endsWith(end));
  const isHidden = folders.includes("__MACOSX") || name.startsWith(".");
  return kind < 0 || isHidden || !entry.canDecodeFileData() ? undefined : folders.length * ENDS.length + kind;
}
