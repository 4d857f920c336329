import { open } from "node:fs/promises";
import { platform } from "node:process";

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
