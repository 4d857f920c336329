import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DataSummary, Incoming } from "../../archive/part.ts";
import { extract } from "./extract.ts";

/** Checks the database of a backup in the system's folder for temporary files. */
export async function verify(incoming: Incoming): Promise<DataSummary> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-verify-"));
  try {
    return await extract(join(folder, "triptych.db"), incoming);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
