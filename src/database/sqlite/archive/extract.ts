import { isDeepStrictEqual } from "node:util";
import type { DataSummary, Incoming, Part } from "../../core/backup-data.ts";
import { PacedFile } from "../../core/durable-files.ts";
import { assertIntact } from "./check.ts";
import { DATABASE_PART } from "./snapshot.ts";
import { summariseTables } from "./table-hashes.ts";

/** Writes the database of a backup to a new file. Throws unless it is as it was when it was backed up. */
export async function extract(path: string, { parts, summary }: Incoming): Promise<DataSummary> {
  for await (const part of parts) await writePart(path, part);
  const expected = await summary();
  await assertIntact(path);
  if (isDeepStrictEqual(await summariseTables(path), expected.tables)) return expected;
  throw new Error("The tables in the backup differ from those that were backed up. Use another backup.");
}

async function writePart(path: string, { name, content }: Part): Promise<void> {
  if (name !== DATABASE_PART) throw new Error(`The backup contains an unknown file, ${name}.`);
  await using file = await PacedFile.create(path);
  for await (const chunk of content) await file.write(chunk);
  await file.sync();
}
