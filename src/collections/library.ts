import { sql } from "kysely";
import type { Database, Transaction } from "../database/database.ts";

/** Tries before a list that is changed all the time is taken as it comes. */
const TRIES = 5;

/** Changes the collections of an account in a transaction of its own; nobody else changes its collections or items meanwhile. */
export async function change<T>(
  database: Database,
  accountId: number,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    await hold(transaction, accountId, {});
    return work(transaction);
  });
}

/** The same for a change that reaches items: its time is noted. */
export async function changeItems<T>(
  database: Database,
  clock: () => number,
  accountId: number,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    await hold(transaction, accountId, { items_changed_at: clock() });
    return work(transaction);
  });
}

/** Opens the library with the first change: with a shelf for what is unsorted and one for the Trash. */
async function hold(transaction: Transaction, accountId: number, noted: { items_changed_at?: number }): Promise<void> {
  const { version } = await transaction
    .insertInto("libraries")
    .values({ account_id: accountId, version: 1, items_changed_at: 0, ...noted })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ version: sql<number>`libraries.version + 1`, ...noted }),
    )
    .returning("version")
    .executeTakeFirstOrThrow();
  if (version > 1) return;
  await transaction
    .insertInto("shelves")
    .values([
      { account_id: accountId, place: "unsorted", collection_id: null },
      { account_id: accountId, place: "trash", collection_id: null },
    ])
    .execute();
}

/** Lets nobody change the library of an account until the transaction ends, and changes nothing that anybody could see. */
export async function holdToTidy(transaction: Transaction, accountId: number): Promise<void> {
  await transaction
    .selectFrom("libraries")
    .select("account_id")
    .where("account_id", "=", accountId)
    .forUpdate()
    .execute();
}

/** When the items of an account changed last, in milliseconds since 1970; undefined: never. */
export async function itemsChangedAt(database: Database, accountId: number): Promise<number | undefined> {
  const library = await find(database, accountId);
  return library?.items_changed_at || undefined;
}

/** What is read in several steps, as it was at one moment: where somebody changed the library meanwhile it is read again. */
export async function unchanged<T>(database: Database, accountId: number, read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const before = await find(database, accountId);
    const value = await read();
    const after = await find(database, accountId);
    if (before?.version === after?.version || tries === TRIES) return value;
  }
}

async function find(database: Database, accountId: number) {
  return database
    .selectFrom("libraries")
    .select(["version", "items_changed_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}
