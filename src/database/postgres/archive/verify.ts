import { createHash, type Hash } from "node:crypto";
import type { DataSummary, Incoming } from "../../archive/part.ts";
import { tableOf } from "./snapshot.ts";

/** Compares the hashes of the tables in a backup with those of its summary. */
export async function verify({ header, parts, summary }: Incoming): Promise<DataSummary> {
  const hashes = new Map<string | undefined, Hash>(
    Object.keys(header.columns).map((table) => [table, createHash("sha256")]),
  );
  for await (const { name, content } of parts) {
    const hash = hashes.get(tableOf(name));
    if (hash === undefined) throw new Error(`The backup contains an unknown file, ${name}.`);
    for await (const chunk of content) hash.update(chunk);
  }
  const expected = await summary();
  if (expected.tables.every(({ name, sha256 }) => hashes.get(name)?.digest("hex") === sha256)) return expected;
  throw new Error("The tables in the backup differ from those that were backed up. Use another backup.");
}
