import { type FileHandle, open } from "node:fs/promises";
import { platform } from "node:process";

/**
 * Bytes after which written data is flushed. Flushing much at once would delay the commits of other
 * processes, because a file system flushes in order.
 */
export const FLUSH_BYTES = 4 * 1024 * 1024;

/** A new file, readable only by its owner, whose data is flushed to disk in small steps. */
export class PacedFile implements AsyncDisposable {
  readonly #file: FileHandle;
  #unflushed = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Throws if the file exists. */
  static async create(path: string): Promise<PacedFile> {
    return new PacedFile(await open(path, "wx", 0o600));
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await this.#file.write(chunk, written);
      written += bytesWritten;
    }
    this.#unflushed += chunk.length;
    if (this.#unflushed < FLUSH_BYTES) return;
    await this.#file.datasync();
    this.#unflushed = 0;
  }

  /** Flushes everything. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

/** Flushes the entries of a folder to disk, so that a new or renamed file survives a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  if (platform === "win32") return; // Windows can't flush folders.
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
