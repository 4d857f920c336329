import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/** Opens a new database in memory, with the tables of this version. Close it with `destroy`. */
export async function openInMemory(): Promise<Database> {
  const url = "sqlite::memory:";
  const database = openDatabase(url);
  await migrate(database, url);
  return database;
}
