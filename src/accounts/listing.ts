import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { ACCOUNTS_PER_SEGMENT } from "../database/schema/segments.ts";
import { ACCOUNT_COLUMNS, type Account, selectAccounts } from "./account.ts";
import type { Level } from "./levels.ts";
import { type LoginRow, newestOf } from "./login/login-history.ts";

/** A page of the list of all accounts, ordered by id. */
export interface AccountPage {
  /** Number of accounts that are not deleted. */
  readonly total: number;
  readonly limit: number;
  readonly page: number;
  readonly accounts: readonly Account[];
  /** The newest 20 logins of each account on the page, by account id. */
  readonly logins: ReadonlyMap<number, readonly LoginRow[]>;
}

/** Filters of `search`. */
export interface Search {
  /** Text that the name or e-mail address must contain, case-insensitive; empty matches every account. */
  readonly text: string;
  readonly level: Level | undefined;
  readonly active: boolean | undefined;
  /** Only accounts with a greater id. */
  readonly after: number;
}

/** Result of `search`. */
export interface SearchResult {
  readonly accounts: readonly Account[];
  readonly hasMore: boolean;
}

/** Rows that each statement of a search reads; small, so that other requests can run between statements. */
const BATCH_SIZE = 200;

/**
 * A page of the accounts that are not deleted, ordered by id; `page` counts from 1. Its beginning is found by the counts
 * of segments of a thousand ids; the total comes from a counter.
 */
export async function page(
  database: Database,
  { limit, page }: { readonly limit: number; readonly page: number },
): Promise<AccountPage> {
  const counted = await countAll(database);
  const accounts = (page - 1) * limit < counted ? await readPage(database, limit, page) : [];
  // Accounts may have been created between the two queries.
  const total = accounts.length === 0 ? counted : Math.max(counted, (page - 1) * limit + accounts.length);
  const logins = await newestOf(
    database,
    accounts.map(({ id }) => id),
  );
  return { total, limit, page, accounts, logins };
}

/**
 * Up to `limit` accounts that match, ordered by id. Scans the accounts until it has found enough,
 * yielding to the event loop between batches.
 */
export async function search(database: Database, { text, ...filter }: Search, limit: number): Promise<SearchResult> {
  const wanted = text.toLowerCase();
  const found: Account[] = [];
  let after: number | undefined = filter.after;
  while (after !== undefined && found.length <= limit) {
    await setImmediate();
    const rows: Account[] = await selectAccounts(database)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH_SIZE)
      .execute();
    found.push(...rows.filter((account) => matches(account, wanted, filter)));
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id;
  }
  return { accounts: found.slice(0, limit), hasMore: found.length > limit };
}

function matches(account: Account, wanted: string, { level, active }: Pick<Search, "level" | "active">): boolean {
  if (level !== undefined && account.user_level !== level) return false;
  if (active !== undefined && (account.active === 1) !== active) return false;
  return `${account.name}\n${account.email}`.toLowerCase().includes(wanted);
}

/** The number of accounts that are not deleted, from a counter maintained by triggers. */
export async function countAll(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("row_counts")
    .select("count")
    .where("name", "=", "accounts")
    .executeTakeFirstOrThrow();
  return count;
}

/** The names of accounts that are not deleted, by id. */
export async function namesOf(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("id", "in", [...new Set(ids)])
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readPage(database: Database, limit: number, page: number): Promise<Account[]> {
  const offset = (page - 1) * limit;
  const start = offset < ACCOUNTS_PER_SEGMENT ? undefined : await findSegment(database, offset);
  const { first_id, passed } = start ?? { first_id: 0, passed: 0 };
  return pageQuery(database, { firstId: first_id, offset: offset - passed, limit }).execute();
}

/** The segment that has the account at an offset, and how many accounts come before it. */
async function findSegment(database: Database, offset: number) {
  const segments = await database
    .selectFrom("account_segments")
    .select(["first_id", "count"])
    .where("count", ">", 0)
    .orderBy("first_id")
    .execute();
  let passed = 0;
  for (const { first_id, count } of segments) {
    if (offset < passed + count) return { first_id, passed };
    passed += count;
  }
  return undefined;
}

interface PageOptions {
  readonly firstId: number;
  /** Counted from the account with that id. */
  readonly offset: number;
  readonly limit: number;
}

/** Finds the ids of a page in an index, then reads only their rows. */
export function pageQuery(database: Database, { firstId, offset, limit }: PageOptions) {
  const ids = database
    .selectFrom("accounts")
    .select("id")
    .where("deleted_at", "is", null)
    .where("id", ">=", firstId)
    .orderBy("id")
    .limit(limit)
    .offset(offset);
  return database.selectFrom("accounts").select(ACCOUNT_COLUMNS).where("id", "in", ids).orderBy("id");
}
