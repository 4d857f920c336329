import { statSync } from "node:fs";

/** An open file. `identity` is its device and inode; undefined for a missing file. */
interface OpenFile {
  readonly path: string;
  readonly identity: string | undefined;
}

/**
 * Detects that the open database file or its write-ahead log was deleted or replaced. SQLite keeps
 * writing to the old file, whose content is lost when the process ends.
 */
export class FileIdentity {
  readonly #files: readonly OpenFile[];

  constructor(path: string) {
    this.#files = [path, walOf(path)].map((file) => ({ path: file, identity: identify(file) }));
  }

  /** Throws if a path no longer refers to the open file. Takes a few microseconds. */
  assertUnchanged(): void {
    for (const { path, identity } of this.#files) {
      if (identify(path) !== identity)
        throw new Error(
          `The file ${path} was deleted or replaced while it was open. Restore it and restart the server.`,
        );
    }
  }
}

/** The path of a database's write-ahead log. */
export function walOf(path: string): string {
  return `${path}-wal`;
}

function identify(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
