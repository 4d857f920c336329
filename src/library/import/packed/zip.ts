import { Readable } from "node:stream";
import type { Entry, ZipFile } from "yauzl";
import { Failure } from "#contract/failure";
import { Slices } from "#contract/scheduling";
import { COMPLETE_ENTRY } from "./first-entry.ts";
import { bounded, collect, damaged } from "./limits.ts";

/** Entries of an archive among which the bookmarks are searched. */
const MAX_ENTRIES = 10_000;

/** How the names of files end that may hold the bookmarks, the most complete first: of exports in several formats, the table. */
const ENDS = [COMPLETE_ENTRY, ".csv", ".html", ".htm", ".json", ".txt"] as const;

/** Whether bytes are the start of a ZIP archive with files. */
export function isZip(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, 4)).toString("latin1") === "PK\x03\x04";
}

/**
 * The bookmarks of an archive, such as this server's export with files and backups of Raindrop.io: its outermost table,
 * bookmark file or other file that may hold some. Nothing if there is none. Throws `invalid` if the archive is damaged, or
 * it or the file has more bytes than `maxBytes`.
 */
export async function* unpackZip(parts: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  const archive = await open(await collect(parts, maxBytes));
  try {
    const entry = await findBookmarks(archive);
    if (entry !== undefined) yield* bounded(await archive.openReadStreamPromise(entry), maxBytes);
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

async function findBookmarks(archive: ZipFile): Promise<Entry | undefined> {
  let best: { readonly entry: Entry; readonly rank: number } | undefined;
  let count = 0;
  // The archive is in memory, so that waiting for its next entry does not yield.
  const slices = new Slices();
  for await (const entry of archive.eachEntry()) {
    await slices.next();
    if (++count > MAX_ENTRIES) break;
    const rank = rankOf(entry);
    if (rank !== undefined && (best === undefined || rank < best.rank)) best = { entry, rank };
  }
  return best?.entry;
}

/** Lower for the files that more likely hold the bookmarks; undefined for others. */
function rankOf(entry: Entry): number | undefined {
  const folders = entry.fileName.split("/");
  const name = folders.pop() ?? "";
  const kind = ENDS.findIndex((end) => name.toLowerCase().endsWith(end));
  const isHidden = folders.includes("__MACOSX") || name.startsWith(".");
  return kind < 0 || isHidden || !entry.canDecodeFileData() ? undefined : folders.length * ENDS.length + kind;
}
