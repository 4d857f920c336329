import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "../../database/database.ts";
import { engineFor } from "../../database/engine.ts";

// An installation is a database with a random id, 12 hexadecimal digits. Names of backups contain it, so
// that installations that share a target leave each other's backups alone.

const NAME = "installation";

/** The migration that creates `server_settings`. */
const SETTINGS_MIGRATION = "0019-account-services";

/** Stands for databases from before there were ids. */
export const UNKNOWN_INSTALLATION = "0".repeat(12);

/** The id of the database; created when it is first needed. */
export async function getOrCreateId(database: Database): Promise<string> {
  const existing = await findId(database);
  if (existing !== undefined) return existing;
  await database
    .insertInto("server_settings")
    .values({ name: NAME, value: createId() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = await findId(database);
  if (id === undefined) throw new Error("The id of the installation could not be stored.");
  return id;
}

/** The id of the installation; undefined if it has none yet. */
export async function findId(database: Database): Promise<string | undefined> {
  const row = await database.selectFrom("server_settings").select("value").where("name", "=", NAME).executeTakeFirst();
  return row?.value;
}

/** Makes a restored copy an installation of its own. */
export async function replaceId(database: Database): Promise<void> {
  await database
    .insertInto("server_settings")
    .values({ name: NAME, value: createId() })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: createId() }))
    .execute();
}

function createId(): string {
  return randomBytes(6).toString("hex");
}

/** The id of the database at a URL; undefined if there is no such database, or if it has no id. */
export async function readInstallation(databaseUrl: string): Promise<string | undefined> {
  if (!(await engineFor(databaseUrl).listMigrations(databaseUrl)).includes(SETTINGS_MIGRATION)) return undefined;
  await using resources = new AsyncDisposableStack();
  return await findId(resources.adopt(openDatabase(databaseUrl), (opened) => opened.destroy()));
}
