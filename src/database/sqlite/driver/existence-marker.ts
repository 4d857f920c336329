import { statSync } from "node:fs";
import { access, writeFile } from "node:fs/promises";

// A marker file beside a migrated database records that the database exists. If the database is missing
// at a later start, perhaps because a disk is not mounted, the server must not start with an empty one.

/** Throws if a database file is missing or empty although its marker exists. */
export function assertNotLost(path: string): void {
  const marker = markerOf(path);
  if (statSync(marker, { throwIfNoEntry: false }) === undefined) return;
  // A migrated database is never empty, not even if all changes are in its write-ahead log.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  throw new Error(
    `The database file ${path} is missing or empty, but it existed at an earlier start. Restore it, or delete ${marker} to start with an empty database.`,
  );
}

/** Creates the marker of a database file unless it exists. */
export async function markExistence(path: string): Promise<void> {
  try {
    await access(markerOf(path));
  } catch {
    const text = `The database ${path} exists. Without this file, the server would replace a missing database by an empty one.\n`;
    await writeFile(markerOf(path), text, { mode: 0o600 });
  }
}

function markerOf(path: string): string {
  return `${path}.exists`;
}
