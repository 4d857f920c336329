import { statSync } from "node:fs";
import { sql } from "kysely";
import {
  fillDatabase,
  insert,
  insertAccounts,
  insertAdministrator,
  insertCollections,
  insertItems,
  insertPerson,
  insertProducts,
  insertShelves,
  type Person,
} from "../dataset/fill.ts";
import { LONG_PRODUCTS, productIdOf } from "../dataset/rows.ts";
import { progress } from "../output.ts";

/** The numbers of rows in the database of the compared systems. */
export interface Size {
  readonly products: number;
  /** Root collections of `Data.largeCollector`. */
  readonly collections: number;
  /** Items of `Data.reader`, in one collection. */
  readonly items: number;
  readonly accounts: number;
}

export const FULL: Size = { products: 100_000, collections: 10_000, items: 50_000, accounts: 1_000_000 };

/** For `--check`, which measures nothing. */
export const SMALL: Size = { products: 1_000, collections: 200, items: 2_000, accounts: 2_000 };

/** The ids and credentials that requests to a database need. */
export interface Data {
  readonly size: Size;
  readonly productIds: readonly string[];
  /** Headers of an administrator. */
  readonly administrator: Person["headers"];
  /** Has 100 root collections. */
  readonly collector: Person;
  /** Has `size.collections` root collections. */
  readonly largeCollector: Person;
  /** Has a collection with all items, and an empty one that items are added to. */
  readonly reader: Person & { readonly collectionId: number; readonly emptyId: number };
}

/** Creates the tables of an empty database and fills them. */
export async function createData(url: string, size: Size): Promise<Data> {
  return fillDatabase(url, async (database) => {
    const administrator = await insertAdministrator(database);
    const collector = await insertPerson(database, "collector");
    const largeCollector = await insertPerson(database, "large-collector");
    const reader = await insertPerson(database, "reader");
    await insertCollections(database, collector, 100);
    await insertCollections(database, largeCollector, size.collections);
    const { firstId: collectionId, lastId: emptyId } = await insertCollections(database, reader, 2);
    await insertShelves(database);
    await insertItems(database, reader, collectionId, size.items);
    await insertProducts(database, size.products);
    // Together with the four above, `size.accounts` accounts.
    await insertAccounts(database, size.accounts - 4);
    const productIds = Array.from({ length: size.products }, (_, index) => productIdOf(index + 1));
    return {
      size,
      productIds,
      administrator,
      collector,
      largeCollector,
      reader: { ...reader, collectionId, emptyId },
    };
  });
}

/** Adds long products to an SQLite file until it has at least this many bytes. */
export async function growTo(file: string, bytes: number): Promise<void> {
  const batch = 2_000;
  await fillDatabase(`sqlite:${file}`, async (database) => {
    for (let from = 1; statSync(file).size < bytes; from += batch) {
      progress(`Growing the file: ${Math.round(statSync(file).size / 2 ** 20)} MiB …`);
      await insert(database, batch, LONG_PRODUCTS, from);
      await sql`pragma wal_checkpoint(truncate)`.execute(database);
    }
  });
}
