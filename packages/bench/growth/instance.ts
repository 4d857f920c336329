import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { fillLibrary } from "../../../harness/large-library.ts";
import { createDatabase, dropDatabase } from "../../../harness/postgres.ts";
import { divideSegments } from "../../../harness/segments.ts";
import { type Database, openDatabase } from "../../../src/database/database.ts";
import {
  fillDatabase,
  insertAccounts,
  insertAdministrator,
  insertCollections,
  insertItems,
  insertLibraries,
  insertPerson,
  insertProducts,
  insertShelves,
  type Person,
} from "../dataset/fill.ts";
import { type Server, startServer } from "../server.ts";
import { triptychOn } from "../systems.ts";

/** The ids and credentials that requests to a database need. */
export interface Data {
  /** The number of products, of accounts, of collections and of items. */
  readonly rows: number;
  /** Headers of an administrator. */
  readonly administrator: Person["headers"];
  /** Has 100 collections; `rows / 100` other accounts have as many each. */
  readonly collector: Person;
  /** Has one collection, with `items` items: `rows`, or fewer if these would leave no room for more. */
  readonly reader: Person & { readonly collectionId: number; readonly firstItemId: number; readonly items: number };
  /**
   * Has a tree of `rows / 100` collections, 20 levels deep, with `rows / 5` items. `halfRootId`: the id of the
   * root collection whose subtree holds half of both.
   */
  readonly librarian: Person & { readonly halfRootId: number; readonly collectionIds: readonly number[] };
  /** Has `SEARCHED_ITEMS` items, however many rows there are. */
  readonly searcher: Person;
  /** Sends requests while large requests run. */
  readonly neighbour: Person;
}

/** A server with a database of one size. */
export interface Instance {
  readonly server: Server;
  readonly data: Data;
  /** A connection of the benchmark's own. */
  readonly database: Database;
  /** Stops the server and drops the database. */
  readonly close: () => Promise<void>;
}

/** Number of accounts for logins that fail only because of the password; each is tried once. */
export const PASSWORD_ACCOUNTS = 1_000;

/** Maximum items of the reader. An account may have a million, and some workloads add items. */
const MAX_ITEMS_OF_READER = 990_000;

/** Number of items of the account that searches. */
const SEARCHED_ITEMS = 25_000;

/** Creates a database, on a PostgreSQL server or without one as an SQLite file, and starts a server on it. */
export async function openInstance(folder: string, rows: number, postgresUrl: string | undefined): Promise<Instance> {
  const name = `growth_${rows}_${randomBytes(4).toString("hex")}`;
  const url = postgresUrl === undefined ? `sqlite:${join(folder, name)}` : await createDatabase(postgresUrl, name);
  const drop = async () => {
    if (postgresUrl !== undefined) await dropDatabase(postgresUrl, name);
  };
  try {
    const data = await fillDatabase(url, (database) => fill(database, rows));
    const server = await startServer(triptychOn(url), { log: join(folder, `${name}.log`) });
    const database = openDatabase(url);
    const close = async () => {
      await server.stop();
      await database.destroy();
      await drop();
    };
    return { server, data, database, close };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function fill(database: Database, rows: number): Promise<Data> {
  const administrator = await insertAdministrator(database);
  const collector = await insertPerson(database, "collector");
  const reader = await insertPerson(database, "reader");
  const librarian = await insertPerson(database, "librarian");
  const searcher = await insertPerson(database, "searcher");
  const neighbour = await insertPerson(database, "neighbour");
  await insertProducts(database, rows);
  const beforeAccounts = await insertAccounts(database, rows);
  await copyPassword(database, collector.id, beforeAccounts);
  await insertLibraries(database, beforeAccounts, rows / 100);
  await insertCollections(database, collector, 100);
  const { firstId: collectionId } = await insertCollections(database, reader, 1);
  const { firstId: searchedId } = await insertCollections(database, searcher, 1);
  await insertShelves(database);
  await insertItems(database, searcher, searchedId, SEARCHED_ITEMS);
  const items = Math.min(rows, MAX_ITEMS_OF_READER);
  const firstItemId = await insertItems(database, reader, collectionId, items);
  const { halfRootId, ids } = await fillLibrary(database, librarian.id, {
    collections: rows / 100,
    items: rows / 5,
    depth: 20,
  });
  // Otherwise the server would do so while it is measured.
  await divideSegments(database);
  return {
    rows,
    administrator,
    collector,
    reader: { ...reader, collectionId, firstItemId, items },
    librarian: { ...librarian, halfRootId, collectionIds: ids },
    searcher,
    neighbour,
  };
}

/** Gives the password of an account to `PASSWORD_ACCOUNTS` accounts after an id. */
async function copyPassword(database: Database, fromId: number, afterId: number): Promise<void> {
  await sql`update accounts set password_hash = (select password_hash from accounts where id = ${fromId})
    where id > ${afterId} and id <= ${afterId + PASSWORD_ACCOUNTS}`.execute(database);
}
