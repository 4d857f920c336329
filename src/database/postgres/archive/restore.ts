import { isDeepStrictEqual } from "node:util";
import type { Incoming, Preparation, Restored } from "../../core/backup-data.ts";
import type { Database } from "../../core/handle.ts";
import * as opening from "../driver/open.ts";
import { connectSession, currentSchema, withSchema } from "./connection.ts";
import { load, setSequences } from "./load.ts";
import { tryLockOut } from "./presence.ts";
import { assertOwn, createRestoreSchema, drop, swap } from "./schemas.ts";
import { listColumns, summariseTables } from "./tables.ts";

/**
 * Restores a database into a new schema, checks, migrates and `finish`es it there, and then swaps the names
 * of the schemas. The maintenance must be locked.
 */
export async function restore(url: string, incoming: Incoming, preparation: Preparation): Promise<Restored> {
  await using client = await connectSession(url);
  const schema = await currentSchema(client);
  if (!(await tryLockOut(client)))
    throw new Error(
      "The database is in use. Stop the servers, then try again. A server that was killed counts as running for 15 seconds.",
    );
  const target = await createRestoreSchema(client, schema);
  const targetUrl = withSchema(url, target);
  try {
    await fill(targetUrl, incoming, preparation);
    const { migrated, tables } = await prepare(targetUrl, preparation);
    await assertOwn(client, schema, tables);
    return { previous: await swap(client, schema, target), migrated };
  } catch (error) {
    await drop(client, target);
    throw error;
  }
}

/** Creates the tables of the version that made the backup, and fills them. */
async function fill(url: string, { header, parts, summary }: Incoming, { migrate }: Preparation): Promise<void> {
  await using database = open(url);
  await migrate(database, header.migrations);
  await using client = await connectSession(url);
  await load(client, header, parts);
  const { tables, sequences } = await summary();
  await setSequences(client, sequences);
  if (!isDeepStrictEqual(await summariseTables(client, header.columns), tables))
    throw new Error("The restored tables differ from those that were backed up. Nothing was replaced.");
  await client.query("analyze");
}

/** Migrates and finishes the restored data. Returns the names of the migrations that ran, and of all tables. */
async function prepare(url: string, { migrate, finish }: Preparation) {
  await using database = open(url);
  const migrated = await migrate(database);
  await finish(database);
  await using client = await connectSession(url);
  return { migrated, tables: Object.keys(await listColumns(client)) };
}

/** Without a time limit, because migrations of many rows take long. */
function open(url: string): Database & AsyncDisposable {
  const database = opening.open(url, { statementTimeout: 0 });
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.destroy() });
}
