import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** Suffixes of the files that SQLite keeps beside a database. */
const COMPANIONS = ["-journal", "-wal", "-shm"];

/** The file that a path refers to through symbolic links. It need not exist, its folder must. */
export async function realFile(path: string): Promise<string> {
  const target = await linkTarget(path);
  if (target !== undefined) return realFile(resolve(dirname(path), target));
  const folder = await realpath(dirname(path));
  return join(folder, basename(path));
}

/** The paths of the journal and the write-ahead log of a database. */
export function companionsOf(file: string): string[] {
  return COMPANIONS.map((suffix) => file + suffix);
}

/** What a symbolic link contains; undefined for anything else. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error of the file system says that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
