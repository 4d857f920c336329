import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PacedFile, syncFolder } from "../../database/core/durable-files.ts";
import { parseName } from "./name.ts";
import type { StoredFile, Target } from "./storage.ts";

/** Read size in bytes. */
const CHUNK_BYTES = 1024 * 1024;

/** Opens a folder by its absolute path. It is created when the first backup is written to it. */
export function openFolder(folder: string): Target {
  return {
    location: folder,
    list: () => list(folder),
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return write(folder, name, content);
    },
    read: async (name) => createReadStream(join(folder, name), { highWaterMark: CHUNK_BYTES }),
    remove: (name) => rm(join(folder, name)),
    async removePartial(installation) {
      const names = await namesIn(folder);
      const partial = names.filter(
        (name) => parseName(/^\.(.+)\.partial$/.exec(name)?.[1] ?? "")?.installation === installation,
      );
      for (const name of partial) await rm(join(folder, name), { force: true });
    },
  };
}

async function list(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const name of await namesIn(folder)) {
    const stats = await stat(join(folder, name)).catch(() => undefined); // It may have been removed meanwhile.
    if (stats?.isFile()) files.push({ name, size: stats.size });
  }
  return files;
}

/** Empty for a missing folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Writes a file under another name, flushes it to disk and renames it. */
async function write(folder: string, name: string, content: AsyncIterable<Buffer>): Promise<number> {
  const partial = join(folder, `.${name}.partial`);
  try {
    const size = await writeFile(partial, content);
    await rename(partial, join(folder, name));
    await syncFolder(folder);
    return size;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeFile(path: string, content: AsyncIterable<Buffer>): Promise<number> {
  await using file = await PacedFile.create(path);
  let size = 0;
  for await (const chunk of content) {
    await file.write(chunk);
    size += chunk.length;
  }
  await file.sync();
  return size;
}
