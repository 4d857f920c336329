import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Time } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import * as placement from "./placement.ts";

/** Tries before a list that is changed all the time is taken as it comes. */
const TRIES = 5;

/** Work of a transaction that has the library to itself; `version` is the library's version after it. */
type Work<T> = (transaction: Transaction, version: number) => Promise<T>;

/** Under which condition a change is made. */
export interface ChangeOptions {
  /** The version that the library must still have. */
  readonly ifVersion?: number | undefined;
}

/** Called after changes that were made through a database handle. */
const listeners = new WeakMap<Database, Set<() => void>>();

/**
 * Calls `listener` after every committed change made through this handle, but not after one inside a transaction that was already open.
 * Returns a function that removes the listener.
 */
export function onChange(database: Database, listener: () => void): () => void {
  const added = listeners.get(database) ?? new Set();
  listeners.set(database, added.add(listener));
  return () => added.delete(listener);
}

/**
 * Changes an account's collections or items in a transaction, one change of the account at a time. Throws `changed` and writes nothing
 * where the library has another version than `ifVersion`.
 */
export async function change<T>(
  database: Database,
  accountId: number,
  work: Work<T>,
  { ifVersion }: ChangeOptions = {},
): Promise<T> {
  const result = await inTransaction(database, async (transaction) => {
    const version = await lockForChange(transaction, accountId);
    if (ifVersion !== undefined && version !== ifVersion + 1) throw changed();
    return work(transaction, version);
  });
  for (const listener of listeners.get(database) ?? []) listener();
  return result;
}

/** Throws `changed` where the library has another version. */
export async function assertVersion(database: Database, accountId: number, version: number): Promise<void> {
  if ((await versionOf(database, accountId)) !== version) throw changed();
}

/** The error for data that has changed since the client read it. */
export function changed(): Failure {
  return new Failure("changed", "The object has changed since you read it. Read it again.");
}

/** Notes that items of the account have changed, in the change that did so. */
export async function markItemsChanged(
  transaction: Transaction,
  clock: () => number,
  accountId: number,
): Promise<void> {
  await setItemsChangedAt(transaction, { accountId, now: clock() });
}

const setItemsChangedAt = prepare((database, value: ValueOf<{ accountId: number; now: Time }>) =>
  database
    .updateTable("libraries")
    .set({ items_changed_at: value("now") })
    .where("account_id", "=", value("accountId")),
);

/**
 * Raises the library's version, which locks its row, and returns it. The first change creates the library, with a shelf for Unsorted and
 * one for the Trash.
 */
async function lockForChange(transaction: Transaction, accountId: number): Promise<number> {
  const [library] = await raiseVersion(transaction, { accountId });
  const { version = 1 } = library ?? {};
  if (version === 1) await placement.addShelves(transaction, accountId, [placement.UNSORTED, placement.TRASH]);
  return version;
}

const raiseVersion = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database
    .insertInto("libraries")
    .values({ account_id: value("accountId"), version: 1, items_changed_at: 0 })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ version: sql<number>`libraries.version + 1` }),
    )
    .returning("version"),
);

/** Lets nobody change the library of an account until the transaction ends, and changes nothing that anybody could see. */
export async function lockForCleanup(transaction: Transaction, accountId: number): Promise<void> {
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

/** Reads for a change before it begins, so that others wait for less; gives it to the change, or reads again where somebody else was faster. */
export async function prefetch<T>(
  database: Database,
  accountId: number,
  read: (database: Database) => Promise<T>,
): Promise<Work<T>> {
  const before = await versionOf(database, accountId);
  const found = await read(database);
  return async (transaction, version) => (version === before + 1 ? found : read(transaction));
}

/** The version of a library, which rises with every change; 0 before the first. */
export async function versionOf(database: Database, accountId: number): Promise<number> {
  return (await find(database, accountId))?.version ?? 0;
}

/** What is read in several steps, as it was at one moment: where somebody changed the library meanwhile it is read again. */
export async function readConsistently<T>(database: Database, accountId: number, read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const before = await versionOf(database, accountId);
    const value = await read();
    if ((await versionOf(database, accountId)) === before || tries === TRIES) return value;
  }
}

async function find(database: Database, accountId: number) {
  const [library] = await ofAccount(database, { accountId });
  return library;
}

const ofAccount = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database.selectFrom("libraries").select(["version", "items_changed_at"]).where("account_id", "=", value("accountId")),
);
