import { divideSegments } from "../../../harness/segments.ts";
import {
  fillDatabase,
  insertAccounts,
  insertAdministrator,
  insertCollections,
  insertItems,
  insertPerson,
  insertProducts,
  insertShelves,
  type Person,
} from "../dataset/fill.ts";
import { productIdOf } from "../dataset/rows.ts";

/** The numbers of rows in the database of the compared systems. */
export interface Size {
  readonly products: number;
  /** Root collections of `Data.largeCollector`. */
  readonly collections: number;
  /** Items of `Data.reader`, in one collection. */
  readonly items: number;
  readonly accounts: number;
  /** Items of `Data.keeper`, in one collection. */
  readonly kept: number;
  /** Items of `Data.searcher`. */
  readonly searched: number;
}

/** About 2 GB on either engine. */
export const FULL: Size = {
  products: 100_000,
  collections: 10_000,
  items: 50_000,
  accounts: 1_000_000,
  kept: 1_000_000,
  searched: 25_000,
};

/** Where no measurement needs as many items: most of the time to fill a database is theirs. */
export const WITHOUT_KEPT: Size = { ...FULL, kept: 0 };

/** For `--check`, which measures nothing. */
export const SMALL: Size = {
  products: 1_000,
  collections: 200,
  items: 2_000,
  accounts: 2_000,
  kept: 2_000,
  searched: 500,
};

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
  /** Has the longest list: a collection with `size.kept` items. */
  readonly keeper: Person & { readonly collectionId: number };
  /** Searches in `size.searched` items, beside those of the others. */
  readonly searcher: Person;
  /** Headers that PocketBase accepts, where it is measured. */
  readonly pocketbaseHeaders?: Person["headers"];
}

/** Creates the tables of an empty database and fills them. */
export async function createData(url: string, size: Size): Promise<Data> {
  return fillDatabase(url, async (database) => {
    const administrator = await insertAdministrator(database);
    const collector = await insertPerson(database, "collector");
    const largeCollector = await insertPerson(database, "large-collector");
    const reader = await insertPerson(database, "reader");
    const keeper = await insertPerson(database, "keeper");
    const searcher = await insertPerson(database, "searcher");
    await insertCollections(database, collector, 100);
    await insertCollections(database, largeCollector, size.collections);
    const { firstId: collectionId, lastId: emptyId } = await insertCollections(database, reader, 2);
    const { firstId: keptId } = await insertCollections(database, keeper, 1);
    const { firstId: searchedId } = await insertCollections(database, searcher, 1);
    await insertShelves(database);
    await insertItems(database, reader, collectionId, size.items);
    await insertItems(database, searcher, searchedId, size.searched);
    await insertItems(database, keeper, keptId, size.kept);
    await insertProducts(database, size.products);
    // Together with the six above, `size.accounts` accounts.
    await insertAccounts(database, size.accounts - 6);
    // Otherwise the server would do so while it is measured.
    await divideSegments(database);
    const productIds = Array.from({ length: size.products }, (_, index) => productIdOf(index + 1));
    return {
      size,
      productIds,
      administrator,
      collector,
      largeCollector,
      reader: { ...reader, collectionId, emptyId },
      keeper: { ...keeper, collectionId: keptId },
      searcher,
    };
  });
}
