import { sql } from "kysely";
import { changed } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Time } from "../database/schema/columns.ts";
import * as changes from "./events/changes.ts";
import * as notification from "./events/notification.ts";
import * as longChanges from "./journal/long-changes.ts";
import * as placement from "./placement.ts";
import * as quota from "./quota.ts";

// A library is all collections and items of an account.

/** Maximum attempts of `readConsistently` and `changeAfter`. */
const MAX_ATTEMPTS = 5;

/** Runs in the transaction of a change; `version` is the library's version after the change. */
type Work<T> = (transaction: Transaction, version: number) => Promise<T>;

/** Options of `change`. */
export interface ChangeOptions {
  /** The version that the library must still have. */
  readonly ifVersion?: number | undefined;
  /** How many bytes the account may store; unlimited by default. */
  readonly maxBytes?: number | undefined;
  /** Whether the change may add any number of rows or bytes, as an import does; the quotas are then always checked. */
  readonly isImport?: boolean | undefined;
  /** Lets the change take several transactions, see `long-changes.ts`; reverts it if it fails after the first one. */
  readonly recover?: longChanges.Recover | undefined;
  /** The current time, if the change certainly changes items; if not, call `markItemsChanged` when it does. */
  readonly itemsChangedAt?: number | undefined;
}

/** The listeners of `onChange`, by database handle. */
const listeners = new WeakMap<Database, Set<() => void>>();

/**
 * Calls `listener` after the commit of every change through this handle (not of changes that join
 * an open transaction), and when one fails because of a long change in another process. Returns a function that removes the listener.
 */
export function onChange(database: Database, listener: () => void): () => void {
  const added = listeners.get(database) ?? new Set();
  listeners.set(database, added.add(listener));
  return () => added.delete(listener);
}

/**
 * Changes an account's collections or items in a transaction; changes of one account run serially. Waits for a long
 * change of the account in this process. Throws, with nothing written, `changed` if the library has another version than
 * `ifVersion`, `forbidden` if the change exceeds a quota, and `unavailable` while another process makes a long change.
 */
export async function change<T>(
  database: Database,
  accountId: number,
  work: Work<T>,
  { ifVersion, maxBytes = Number.POSITIVE_INFINITY, isImport = false, recover, itemsChangedAt = 0 }: ChangeOptions = {},
): Promise<T> {
  let hasEvents = false;
  const result = await inTransaction(database, async (transaction) => {
    const locked = await lockForChange(transaction, accountId, itemsChangedAt);
    const { version, webhook_count, unfinished_step: stepId, ...usage } = locked;
    if (stepId !== null) longChanges.assertNotBlocked(transaction, { accountId, stepId });
    if (ifVersion !== undefined && version !== ifVersion + 1) throw changed();
    if (webhook_count > 0) changes.begin(transaction, accountId);
    const isLong = recover !== undefined && longChanges.begin(transaction, accountId, recover);
    const value = await work(transaction, version);
    const after = await quota.makeRoom(transaction, accountId, usage, { maxBytes, isImport });
    quota.assertWithinQuota(usage, after, maxBytes);
    hasEvents = await changes.finish(transaction, accountId);
    await longChanges.finish(transaction, isLong);
    return value;
  }).catch((error) => {
    // The cleanup reverts the long change if its process has crashed.
    if (longChanges.isBlocked(error)) callListeners(database);
    throw error;
  });
  if (hasEvents) notification.notify(database);
  callListeners(database);
  return result;
}

function callListeners(database: Database): void {
  for (const listener of listeners.get(database) ?? []) listener();
}

/** Throws `changed` unless the library has this version. */
export async function assertVersion(database: Database, accountId: number, version: number): Promise<void> {
  if ((await versionOf(database, accountId)) !== version) throw changed();
}

/**
 * Records that items of the account have changed, in the transaction of a change that does not know that beforehand.
 * Others pass `itemsChangedAt` to `change`, which takes no statement of its own.
 */
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
 * Increments the library's version, which locks its row. Returns the new version and the current usage.
 * The first change creates the library, with a shelf for Unsorted and one for the Trash.
 */
async function lockForChange(transaction: Transaction, accountId: number, itemsChangedAt: Time) {
  const [library = NEW_LIBRARY] = await raiseVersion(transaction, { accountId, itemsChangedAt });
  if (library.version === 1) {
    await placement.addShelves(transaction, accountId, [placement.UNSORTED, placement.TRASH]);
  }
  return library;
}

const NEW_LIBRARY = {
  version: 1,
  collection_count: 0,
  item_count: 0,
  stored_bytes: 0,
  tag_count: 0,
  webhook_count: 0,
  unfinished_step: null,
};

/** An `itemsChangedAt` of 0 changes nothing. */
const raiseVersion = prepare((database, value: ValueOf<{ accountId: number; itemsChangedAt: Time }>) =>
  database
    .insertInto("libraries")
    .values({ account_id: value("accountId"), version: 1, items_changed_at: value("itemsChangedAt") })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({
        version: sql<number>`libraries.version + 1`,
        items_changed_at: sql<Time>`coalesce(nullif(excluded.items_changed_at, 0), libraries.items_changed_at)`,
      }),
    )
    .returning(["version", "webhook_count", "unfinished_step", ...quota.USAGE_COLUMNS]),
);

/**
 * Locks the library of an account until the transaction ends. Does not increment the version: what the caller does next
 * either changes nothing that clients see, as the cleanup does, or calls `change`.
 */
export async function lock(transaction: Transaction, accountId: number): Promise<void> {
  await transaction
    .selectFrom("libraries")
    .select("account_id")
    .where("account_id", "=", accountId)
    .forUpdate()
    .execute();
}

/** The library has changed after it was read. */
class Stale extends Error {}

/**
 * Like `change`, for a change that first reads much: calls `read` before the transaction, to keep that short, and again
 * if the library has changed before the transaction begins; the last time in the transaction.
 */
export async function changeAfter<Found, T>(
  database: Database,
  accountId: number,
  read: (database: Database) => Promise<Found>,
  work: (transaction: Transaction, found: Found) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const before = await versionOf(database, accountId);
    const found = await read(database);
    const workIfCurrent = async (transaction: Transaction, version: number) => {
      if (version === before + 1) return work(transaction, found);
      if (attempt < MAX_ATTEMPTS) throw new Stale();
      return work(transaction, await read(transaction));
    };
    try {
      return await change(database, accountId, workIfCurrent, options);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
    }
  }
}

/** The version of a library: the number of changes so far. */
export async function versionOf(database: Database, accountId: number): Promise<number> {
  return (await find(database, accountId))?.version ?? 0;
}

/**
 * Repeats `read` until the library does not change while it runs, so that all its statements read
 * the same version. After five attempts returns the last result, even if it is inconsistent.
 */
export async function readConsistently<T>(database: Database, accountId: number, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const before = await versionOf(database, accountId);
    const value = await read();
    if ((await versionOf(database, accountId)) === before || attempt === MAX_ATTEMPTS) return value;
  }
}

/**
 * The version, the stored bytes, and when items last changed, in milliseconds since 1970 (0: never); undefined before the
 * first change.
 */
export async function find(database: Database, accountId: number) {
  const [library] = await ofAccount(database, { accountId });
  return library;
}

const ofAccount = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database
    .selectFrom("libraries")
    .select(["version", "items_changed_at", "stored_bytes"])
    .where("account_id", "=", value("accountId")),
);
