import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { type ReadStreamOptions, ZipFile } from "yazl";
import type { Time } from "../../database/schema/columns.ts";

/** A file to put into an archive. */
export interface Entry {
  /** With `/` between folders. */
  readonly path: string;
  readonly changedAt: Time;
  readonly content: AsyncIterable<string | Buffer>;
  /** Whether compression makes it smaller. */
  readonly isText: boolean;
}

/**
 * The bytes of a ZIP archive. Reads one entry at a time, and only as fast as the archive is read. Throws what reading
 * an entry throws; what was read of the archive is then incomplete.
 */
export async function* toZip(entries: AsyncIterable<Entry>): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail);
  const closing = new AbortController();
  addAll(zip, entries, closing.signal).catch(fail);
  try {
    yield* output;
  } finally {
    closing.abort();
  }
}

/** Adds entries, each when the one before it was read. Throws when the archive is closed. */
async function addAll(zip: ZipFile, entries: AsyncIterable<Entry>, signal: AbortSignal): Promise<void> {
  for await (const { path, changedAt, content, isText } of entries) {
    // Small files are read and written without waiting for anything.
    await setImmediate();
    const stream = Readable.from(content, { signal });
    add(zip, path, { mtime: new Date(changedAt), compress: isText }, stream);
    await finished(stream);
  }
  zip.end();
}

/**
 * Adds a stream. Until the archive is complete, yazl keeps the function that it calls for the stream: so that function
 * keeps no stream, of which each takes several kilobytes with those that yazl connects to it.
 */
function add(zip: ZipFile, path: string, options: Partial<ReadStreamOptions>, stream: Readable): void {
  const unread = [stream];
  zip.addReadStreamLazy(path, options, (read) => {
    for (const next of unread.splice(0)) read(undefined, next);
  });
}
