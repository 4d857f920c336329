import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Time } from "../database/schema.ts";
import { changed } from "../errors.ts";
import * as placement from "./placement.ts";

// A library is all collections and items of an account.

/** Maximum attempts of `readConsistently`. */
const MAX_ATTEMPTS = 5;

/** The work of a change, in its transaction; `version` is the library's version after it. */
type Work<T> = (transaction: Transaction, version: number) => Promise<T>;

/** The condition of a change. */
export interface ChangeOptions {
  /** The version that the library must still have. */
  readonly ifVersion?: number | undefined;
}

/** The listeners of `onChange`, by database handle. */
const listeners = new WeakMap<Database, Set<() => void>>();

/**
 * Calls `listener` after the commit of every change through this handle (not of changes that join
 * an open transaction). Returns a function that removes it.
 */
export function onChange(database: Database, listener: () => void): () => void {
  const added = listeners.get(database) ?? new Set();
  listeners.set(database, added.add(listener));
  return () => added.delete(listener);
}

/**
 * Changes an account's collections or items in a transaction, one change of the account at a time.
 * Throws `changed` and writes nothing if the library has another version than `ifVersion`.
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

/** Throws `changed` if the library has another version. */
export async function assertVersion(database: Database, accountId: number, version: number): Promise<void> {
  if ((await versionOf(database, accountId)) !== version) throw changed();
}

/** Records that items of the account have changed. Call it in the transaction that changes them. */
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
 * Raises the library's version, which locks its row, and returns it. The first change creates the
 * library, with a shelf for Unsorted and one for the Trash.
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

/**
 * Locks the library of an account until the transaction ends, without raising its version: clients
 * see no difference.
 */
export async function lockForCleanup(transaction: Transaction, accountId: number): Promise<void> {
  await transaction
    .selectFrom("libraries")
    .select("account_id")
    .where("account_id", "=", accountId)
    .forUpdate()
    .execute();
}

/** When items of the account last changed, in milliseconds since 1970; undefined if never. */
export async function itemsChangedAt(database: Database, accountId: number): Promise<number | undefined> {
  const library = await find(database, accountId);
  return library?.items_changed_at || undefined;
}

/**
 * Reads what a change needs before its transaction, to keep that short. The change calls the
 * returned function, which reads again only if the library has changed since.
 */
export async function prefetch<T>(
  database: Database,
  accountId: number,
  read: (database: Database) => Promise<T>,
): Promise<Work<T>> {
  const before = await versionOf(database, accountId);
  const found = await read(database);
  return async (transaction, version) => (version === before + 1 ? found : read(transaction));
}

/** The version of a library, which every change raises by 1; 0 before the first. */
export async function versionOf(database: Database, accountId: number): Promise<number> {
  return (await find(database, accountId))?.version ?? 0;
}

/**
 * Repeats `read` until the library did not change during it, so that several statements read the
 * same version. After five attempts returns the last result, even if it is inconsistent.
 */
export async function readConsistently<T>(database: Database, accountId: number, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const before = await versionOf(database, accountId);
    const value = await read();
    if ((await versionOf(database, accountId)) === before || attempt === MAX_ATTEMPTS) return value;
  }
}

async function find(database: Database, accountId: number) {
  const [library] = await ofAccount(database, { accountId });
  return library;
}

const ofAccount = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database.selectFrom("libraries").select(["version", "items_changed_at"]).where("account_id", "=", value("accountId")),
);
