import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { type Account, VISIBLE } from "./account.ts";
import type { Level } from "./levels.ts";
import { type LoginRow, newestOf } from "./login-history.ts";

/** A page of all accounts, by id. */
export interface AccountPage {
  /** How many accounts there are. */
  readonly total: number;
  readonly limit: number;
  readonly page: number;
  readonly accounts: readonly Account[];
  /** The newest logins of each, by its id. */
  readonly logins: ReadonlyMap<number, readonly LoginRow[]>;
}

/** Which accounts are looked for. */
export interface Search {
  /** Text in name or address, in upper or lower case. Empty: any. */
  readonly text: string;
  readonly level: Level | undefined;
  readonly active: boolean | undefined;
  /** The id that the search begins behind. */
  readonly after: number;
}

/** What a search found. */
export interface Found {
  readonly accounts: readonly Account[];
  readonly hasMore: boolean;
}

/** How many rows of a search one statement reads: so few that other requests run between two. */
const WINDOW = 200;

/** The accounts that are not deleted, by id; `page` counts from 1. The offset walks an index, the total is kept by the database. */
export async function page(
  database: Database,
  { limit, page }: { readonly limit: number; readonly page: number },
): Promise<AccountPage> {
  const counted = await countAll(database);
  const accounts = (page - 1) * limit < counted ? await pageQuery(database, limit, page).execute() : [];
  // Others may have come between the two queries.
  const total = accounts.length === 0 ? counted : Math.max(counted, (page - 1) * limit + accounts.length);
  const logins = await newestOf(
    database,
    accounts.map(({ id }) => id),
  );
  return { total, limit, page, accounts, logins };
}

/** At most `limit` accounts that match, by id. */
export async function search(database: Database, { text, ...filter }: Search, limit: number): Promise<Found> {
  const wanted = text.toLowerCase();
  const found: Account[] = [];
  let after: number | undefined = filter.after;
  while (after !== undefined && found.length <= limit) {
    await setImmediate();
    const rows: Account[] = await database
      .selectFrom("accounts")
      .select(VISIBLE)
      .where("deleted_at", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(WINDOW)
      .execute();
    found.push(...rows.filter((account) => matches(account, wanted, filter)));
    after = rows.length < WINDOW ? undefined : rows.at(-1)?.id;
  }
  return { accounts: found.slice(0, limit), hasMore: found.length > limit };
}

function matches(account: Account, wanted: string, { level, active }: Pick<Search, "level" | "active">): boolean {
  if (level !== undefined && account.user_level !== level) return false;
  if (active !== undefined && (account.active === 1) !== active) return false;
  return `${account.name}\n${account.email}`.toLowerCase().includes(wanted);
}

/** The database keeps this count itself. */
export async function countAll(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("row_counts")
    .select("count")
    .where("name", "=", "accounts")
    .executeTakeFirstOrThrow();
  return count;
}

/** Reads the rows of the ids that it has found in the index. */
export function pageQuery(database: Database, limit: number, page: number) {
  const ids = database
    .selectFrom("accounts")
    .select("id")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .offset((page - 1) * limit);
  return database.selectFrom("accounts").select(VISIBLE).where("id", "in", ids).orderBy("id");
}
