import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { type Extract, extract, type Pack, pack } from "tar-stream";
import type { DataSummary, Incoming, Part } from "../../database/core/backup-data.ts";
import { appendDigest, checkDigest, DamagedBackup } from "./digest.ts";
import { MANIFEST, type Manifest, parseManifest, parseSummary, SUMMARY } from "./manifest.ts";

// A backup is a tar archive, compressed with zstd, with a digest at its end (`digest.ts`):
// `zstd -d` and `tar` can read it too.

const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** The content of a backup while it is made. */
export interface Outgoing {
  readonly manifest: Manifest;
  readonly parts: AsyncIterable<Part>;
  /** Called after the last part. */
  readonly summarise: () => DataSummary;
}

/** A backup as a stream. It fails if a part does. */
export function writeArchive(outgoing: Outgoing): Readable {
  const archive = pack();
  const output = appendDigest();
  // Its errors destroy `output` too, so the reader of `output` handles them.
  pipeline(archive, createZstdCompress(COMPRESSION), output).catch(() => {});
  fill(archive, outgoing).catch((error: Error) => archive.destroy(error));
  return output;
}

async function fill(archive: Pack, { manifest, parts, summarise }: Outgoing): Promise<void> {
  await add(archive, jsonPart(MANIFEST, manifest));
  for await (const part of parts) await add(archive, part);
  await add(archive, jsonPart(SUMMARY, summarise()));
  archive.finalize();
}

function jsonPart(name: string, value: unknown): Part {
  const json = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
  return { name, size: json.length, content: [json] };
}

async function add(archive: Pack, { name, size, content }: Part): Promise<void> {
  await pipeline(content, archive.entry({ name, size }));
}

type Entry = Extract extends AsyncIterable<infer E> ? E : never;

/** A backup that is being read. */
export interface OpenBackup extends Incoming {
  readonly manifest: Manifest;
}

/**
 * Reads a backup and calls `work` with its content. `work` must read all parts, with `for await`. Throws
 * `DamagedBackup` if the backup is not as it was written, which `summary` finds out before it resolves.
 */
export async function readArchive<T>(source: Readable, work: (backup: OpenBackup) => Promise<T>): Promise<T> {
  const archive = extract();
  let failure: unknown;
  const finished = pipeline(source, checkDigest(), createZstdDecompress(), archive).catch((error: unknown) => {
    failure = isAborted(error) ? undefined : (source.errored ?? new DamagedBackup(error));
  });
  try {
    const entries = archive[Symbol.asyncIterator]();
    const first = await entries.next();
    if (first.done || first.value.header.name !== MANIFEST) throw new DamagedBackup();
    const manifest = parseManifest(await text(first.value));
    const content = new Content(entries, async () => {
      await finished;
      if (failure !== undefined) throw failure;
    });
    return await work({ manifest, header: manifest, parts: content.parts(), summary: () => content.summary() });
  } catch (error) {
    // A stream that breaks is destroyed, and `work` fails with a consequence of that.
    if (archive.destroyed) await finished;
    throw failure ?? error;
  } finally {
    archive.destroy();
    await finished;
  }
}

/** Whether streams were closed because `work` failed while it read them. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** The entries after the manifest. */
class Content {
  readonly #entries: AsyncIterator<Entry>;
  readonly #assertComplete: () => Promise<void>;
  #summary: DataSummary | undefined;

  constructor(entries: AsyncIterator<Entry>, assertComplete: () => Promise<void>) {
    this.#entries = entries;
    this.#assertComplete = assertComplete;
  }

  async *parts(): AsyncIterable<Part> {
    for (let entry = await this.#entries.next(); !entry.done; entry = await this.#entries.next()) {
      const { name, size = 0 } = entry.value.header;
      if (name === SUMMARY) this.#summary = parseSummary(await text(entry.value));
      else yield { name, size, content: bytesOf(entry.value) };
    }
  }

  async summary(): Promise<DataSummary> {
    await this.#assertComplete();
    if (this.#summary === undefined) throw new DamagedBackup();
    return this.#summary;
  }
}

async function* bytesOf(entry: Entry): AsyncIterable<Buffer> {
  // tar-stream does not say so in its types: it passes on parts of the chunks that it gets.
  for await (const chunk of entry) yield chunk as Buffer;
}
