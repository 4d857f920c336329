import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import Sqlite from "better-sqlite3";

/** Copies a database file, as it was last committed, beside itself; gives back the copy's path once it is on the disk. */
export async function copyDatabase(file: string, before: string): Promise<string> {
  const copy = `${file}.before-${before}-${randomBytes(4).toString("hex")}`;
  const source = new Sqlite(file, { readonly: true });
  try {
    await source.backup(copy);
  } finally {
    source.close();
  }
  const handle = await open(copy, "r+");
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return copy;
}
