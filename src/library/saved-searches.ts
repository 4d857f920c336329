import { Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { isTaken } from "../database/failures.ts";
import type { Time } from "../database/schema/columns.ts";
import type { PlaceId } from "./placement.ts";

/** Maximum saved searches of an account. */
export const MAX_SEARCHES = 100;

/** Characters of the longest name. */
export const MAX_NAME = 100;

/** What a saved search finds, and in which order. */
export interface SavedList {
  /** A place that the account could read when it saved the search. */
  readonly placeId: PlaceId;
  /** A query that `search/search.ts` parses; not empty. */
  readonly search: string;
  /** Undefined for the usual order. */
  readonly sort: string | undefined;
  /** Whether it searches the collections nested in the place too. */
  readonly nested: boolean;
}

export interface SavedSearch extends SavedList {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Time;
}

/** Lists the saved searches of an account in the order in which they were saved. */
export async function list(database: Database, accountId: number): Promise<SavedSearch[]> {
  const rows = await database
    .selectFrom("saved_searches")
    .select(["id", "name", "place_id", "search", "sort", "nested", "created_at"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, place_id, search, sort, nested, created_at }) => ({
    id,
    name,
    placeId: place_id,
    search,
    sort: sort ?? undefined,
    nested: nested === 1,
    createdAt: created_at,
  }));
}

/**
 * Saves a search. Throws `invalid` for a name without or with too many characters, `taken` if another search of the
 * account has it, and `conflict` if the account has 100.
 */
export async function create(
  database: Database,
  clock: () => number,
  accountId: number,
  name: string,
  { placeId, search, sort, nested }: SavedList,
): Promise<void> {
  const columns = { account_id: accountId, name: toValidName(name), created_at: clock() };
  await blameName(() =>
    inTransaction(database, async (transaction) => {
      await assertRoom(transaction, accountId);
      await transaction
        .insertInto("saved_searches")
        .values({ ...columns, place_id: placeId, search, sort: sort ?? null, nested: nested ? 1 : 0 })
        .execute();
    }),
  );
}

/** Gives a saved search another name. Throws `notFound`, and `invalid` and `taken` like `create`. */
export async function rename(database: Database, accountId: number, id: number, name: string): Promise<void> {
  const update = database
    .updateTable("saved_searches")
    .set({ name: toValidName(name) })
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  const { numUpdatedRows } = await blameName(() => update.executeTakeFirstOrThrow());
  if (numUpdatedRows === 0n) throw notFound();
}

/** Deletes a saved search. Throws `notFound`. */
export async function remove(database: Database, accountId: number, id: number): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("saved_searches")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound();
}

/** Locks the account, so that parallel requests can't exceed the limit. Throws `conflict` if it has been reached. */
async function assertRoom(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
  if ((await list(transaction, accountId)).length < MAX_SEARCHES) return;
  throw new Failure("conflict", `An account can have at most ${MAX_SEARCHES} saved searches. Delete one first.`, {
    reason: "saved-search-limit",
    values: { limit: MAX_SEARCHES },
  });
}

function toValidName(text: string): string {
  const name = text.trim().toWellFormed();
  if (name.length <= MAX_NAME && /^[^\0]+$/.test(name)) return name;
  const values = { least: 1, limit: MAX_NAME };
  throw new Failure("invalid", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [
      { path: "/name", message: `must have 1 to ${MAX_NAME} characters`, reason: "not-so-many-characters", values },
    ],
  });
}

/** Runs `write`, and names the field that is to blame if another search of the account has the name. */
async function blameName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isTaken(error, "saved_searches", "name")) throw error;
    throw new Failure("taken", "Please correct the fields below.", {
      reason: "fields-wrong",
      cause: error,
      details: [{ path: "/name", message: "belongs to another saved search", reason: "of-another-search" }],
    });
  }
}

function notFound(): Failure {
  return new Failure("notFound", "There is no saved search with this id.", { reason: "saved-search-not-found" });
}
