import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EntryBatches, keeping, LARGE, toEntries } from "./batches.ts";
import type { Entry } from "./reader.ts";

/** The entries of a file, in a temporary file that only the user of the process can read. */
export class Spool implements EntryBatches, AsyncDisposable {
  readonly #folder: string;
  readonly #file: FileHandle;
  /** Where each batch begins, and where the last one ends. */
  readonly #offsets = [0];

  /** Use `open`. */
  constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), "triptych-import-"));
    return new Spool(folder, await open(join(folder, "entries"), "wx+", 0o600));
  }

  get count(): number {
    return this.#offsets.length - 1;
  }

  /** Adds entries while passing them on. */
  keep(entries: AsyncIterable<Entry>): AsyncIterable<Entry> {
    const keep = async (batch: Buffer) => {
      await this.#file.appendFile(batch);
      this.#offsets.push((this.#offsets.at(-1) ?? 0) + batch.length);
    };
    return keeping(entries, keep, LARGE);
  }

  async read(number: number): Promise<readonly Entry[]> {
    const [start = 0, end = start] = this.#offsets.slice(number, number + 2);
    const { buffer } = await this.#file.read(Buffer.alloc(end - start), 0, end - start, start);
    return toEntries(buffer);
  }

  /** Deletes the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true });
  }
}
