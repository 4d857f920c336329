import { open, rm } from "node:fs/promises";

/** Larger than what a single small write adds to the write-ahead log. */
const PROBE = Buffer.alloc(64 * 1024);

/** Writes a file beside a database, flushes it to disk and removes it. Throws if that fails. */
export async function probeDisk(path: string): Promise<void> {
  const probe = `${path}.probe`;
  try {
    const file = await open(probe, "w", 0o600);
    try {
      await file.writeFile(PROBE);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    // If removing fails too, its error must not hide the cause.
    await rm(probe, { force: true }).catch(() => {});
  }
}
