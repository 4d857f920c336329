import { buffer } from "node:stream/consumers";
import { forEachChunk } from "#contract/scheduling";
import { bufferOf } from "../../base/charset.ts";
import type { Database } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import { runIsolated, StoppedFromOutside } from "../../isolated/processes.ts";
import { cleanCopy } from "../../page-reading/copy/copy.ts";
import type { KeptText } from "../../page-reading/text-lines.ts";
import { copiedItemIn } from "../export/complete-entry.ts";
import * as storage from "../files/storage.ts";
import * as quota from "../quota.ts";
import { linesOf } from "./byte-lines.ts";
import type { KeepEntry } from "./packed/first-entry.ts";

// The readable texts and the copies of pages in an archive of this server. While it arrives, each is stored as a file of
// the account that no item has, which is deleted after an hour. Anybody can write such an archive, so they are cleaned
// before the items are stored, which get them at last (see store-pages.ts).

/** The content of a file that no item has yet. */
export interface KeptFile {
  readonly id: number;
  readonly size: number;
}

/** The pages of an archive. */
export interface KeptPages {
  /** Lines of JSON; once they are clean, of a `KeptText` each. Null without any. */
  readonly texts: KeptFile | null;
  /** `of`: the item in the archive. */
  readonly copies: readonly (KeptFile & { readonly of: number })[];
  readonly areClean: boolean;
}

interface KeepOptions {
  readonly database: Database;
  readonly clock: () => number;
  readonly accountId: number;
  /** Bytes that the account may store. */
  readonly maxBytes: number;
}

/** Copies of an archive; more are ignored. This server writes as many. */
const MAX_COPIES = 10_000;

/** Stores the pages of an archive that arrives. */
export class PageKeeper {
  readonly #options: KeepOptions;
  #texts: KeptFile | null = null;
  readonly #copies: (KeptFile & { readonly of: number })[] = [];
  #cleaned: KeptPages | undefined;

  constructor(options: KeepOptions) {
    this.#options = options;
  }

  /** Undefined if the archive has none. */
  get pages(): KeptPages | undefined {
    const [texts, copies] = [this.#texts, this.#copies];
    return texts === null && copies.length === 0 ? undefined : { texts, copies, areClean: false };
  }

  /** Stores an entry. Throws `forbidden` if the account would store too much. */
  readonly keep: KeepEntry = async (path, content) => {
    const of = copiedItemIn(path);
    const isWanted = of === undefined ? this.#texts === null : this.#copies.length < MAX_COPIES;
    if (!isWanted) {
      for await (const _ of content);
      return;
    }
    const file = await store(this.#options, path, content);
    if (of === undefined) this.#texts = file;
    else this.#copies.push({ ...file, of });
    const { database, accountId, maxBytes } = this.#options;
    if ((await quota.usageOf(database, accountId)).stored_bytes > maxBytes) throw quota.storageExceeded(maxBytes);
  };

  /** The pages, cleaned. Undefined if the archive has none. Throws like `clean`. */
  async cleaned(): Promise<KeptPages | undefined> {
    this.#cleaned ??= this.pages && (await clean(this.pages, this.#options));
    return this.#cleaned;
  }

  /** Deletes the files that no item has. */
  async discard(): Promise<void> {
    const { database } = this.#options;
    for (const pages of [this.pages, this.#cleaned])
      for (const { id } of pages === undefined ? [] : filesOf(pages)) await storage.discard(database, id);
  }
}

async function store(
  { database, clock, accountId, maxBytes }: KeepOptions,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<KeptFile> {
  const upload = { content: buffersOf(content), name, type: "text/html" };
  const { id, size } = await storage.store(database, clock, accountId, upload, { maxBytes });
  return { id, size };
}

async function* buffersOf(parts: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  for await (const part of parts) yield bufferOf(part);
}

/** How long the files of an import stay that is worked on, in milliseconds: longer than the import. */
const LIFETIME_MS = 2 * 60 * 60 * 1000;

/** Keeps the files while an import is worked on. */
async function prolong(database: Database, clock: () => number, pages: KeptPages): Promise<void> {
  await setExpiry(database, pages, clock() + LIFETIME_MS);
}

/** Marks the files for deletion, except for those of items. */
export async function release(database: Database, pages: KeptPages): Promise<void> {
  await setExpiry(database, pages, 0);
}

function filesOf({ texts, copies }: KeptPages): KeptFile[] {
  return [...(texts === null ? [] : [texts]), ...copies];
}

async function setExpiry(database: Database, pages: KeptPages, expires_at: Time): Promise<void> {
  const ids = filesOf(pages).map(({ id }) => id);
  await forEachChunk(ids, async (chunk) => {
    await database
      .updateTable("files")
      .set({ expires_at })
      .where("id", "in", chunk)
      .where("expires_at", ">", 0)
      .execute();
  });
}

/**
 * Removes from pages what they must not have, and leaves out those that can't be cleaned. Clean ones stay as they are.
 * Throws `unavailable` if that is stopped from outside, and the reason of the signal.
 */
export async function clean(pages: KeptPages, options: KeepOptions, signal?: AbortSignal): Promise<KeptPages> {
  const { database, clock } = options;
  await prolong(database, clock, pages);
  if (pages.areClean) return pages;
  const { texts } = pages;
  const copies: (KeptFile & { readonly of: number })[] = [];
  const cleanTexts = texts && (await store(options, "texts", cleanLines(database, texts, signal)));
  for (const { of, id, size } of pages.copies) {
    const bytes = await buffer(storage.read(database, id, size));
    const result = await cleanCopy({ bytes, charset: "utf-8", address: NO_ADDRESS }, signal);
    if ("html" in result) copies.push({ of, ...(await store(options, "copy", partsOf(result.html))) });
  }
  const cleaned = { texts: cleanTexts, copies, areClean: true };
  await prolong(database, clock, cleaned);
  return cleaned;
}

/** A copy has whole addresses only. */
const NO_ADDRESS = "about:blank";

async function* partsOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

const WORK = new URL("../../page-reading/text-lines.ts", import.meta.url);

/** Milliseconds for the texts of a call. */
const MAX_CLEANING_MS = 10_000;

async function* cleanLines(database: Database, file: KeptFile, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  for await (const lines of linesOf(storage.read(database, file.id, file.size)))
    for (const text of await cleanTexts(lines, signal)) yield Buffer.from(`${JSON.stringify(text)}\n`);
}

/** Leaves out texts that can't be cleaned in time. */
async function cleanTexts(lines: readonly string[], signal?: AbortSignal): Promise<readonly KeptText[]> {
  try {
    return await runIsolated<KeptText[]>(WORK, lines, { timeout: MAX_CLEANING_MS, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof StoppedFromOutside) throw error;
    return [];
  }
}

/** The texts of pages that are clean, in small batches. */
export async function* textsIn(database: Database, { id, size }: KeptFile): AsyncIterable<readonly KeptText[]> {
  for await (const lines of linesOf(storage.read(database, id, size))) {
    yield lines.map((line): KeptText => JSON.parse(line));
  }
}
