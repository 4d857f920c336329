import { env } from "node:process";
import Sqlite from "better-sqlite3";

/**
 * Opens the database as Triptych opens it: as durable, as strict, with a connection for writing and one for reading. In statements stands `+?` for
 * `?`, at which SQLite would plan anew each time.
 */
export function openDatabase(file = env.DATABASE_FILE ?? ""): { writer: Sqlite.Database; reader: Sqlite.Database } {
  const writer = new Sqlite(file, { fileMustExist: true });
  writer.pragma("journal_mode = WAL");
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  writer.pragma("wal_autocheckpoint = 250");
  return { writer, reader: new Sqlite(file, { readonly: true }) };
}
