import { sql } from "kysely";
import * as accounts from "../../../src/accounts/accounts.ts";
import * as apiKeys from "../../../src/accounts/api-keys.ts";
import { type Database, openDatabase } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { sign } from "../express/security.ts";
import { progress } from "../output.ts";
import { TOKEN_KEY } from "../systems.ts";
import { ACCOUNTS, collections, items, libraries, logins, PRODUCTS, type Rows } from "./rows.ts";

/** Rows per statement. */
const BATCH = 10_000;

export const PASSWORD = "correct horse battery staple";

/** An account that sends requests. */
export interface Person {
  readonly id: number;
  readonly email: string;
  /** Headers that authenticate it to every system. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Collections of one person, with consecutive ids. */
export interface Collections {
  readonly firstId: number;
  readonly lastId: number;
}

/** Creates the tables of an empty database and fills them, on one connection, without waiting for the disk. */
export async function fillDatabase<T>(url: string, fill: (database: Database) => Promise<T>): Promise<T> {
  const isSqlite = url.startsWith("sqlite:");
  const database = openDatabase(url);
  await migrate(database, url);
  const settings = isSqlite ? "pragma synchronous = off" : "set synchronous_commit = off; set statement_timeout = 0";
  try {
    return await database.connection().execute(async (connection) => {
      await sql.raw(settings).execute(connection);
      const filled = await fill(connection);
      // PostgreSQL would analyze the tables only about a minute later.
      await sql.raw(isSqlite ? "analyze" : "vacuum analyze").execute(connection);
      return filled;
    });
  } finally {
    progress("");
    await database.destroy();
  }
}

export async function insertPerson(database: Database, name: string): Promise<Person> {
  const email = `${name}@people.example.com`;
  const { id } = await accounts.create(database, Date.now, { email, name, password: PASSWORD });
  const token = sign(TOKEN_KEY, { id, credential_version: 1 });
  // `limit` trusts the account id in X-Account; Express and Triptych check the token.
  return { id, email, headers: { "auth-token": token, Authorization: `Bearer ${token}`, "X-Account": String(id) } };
}

/** Creates an administrator; returns headers with an API key. */
export async function insertAdministrator(database: Database): Promise<Person["headers"]> {
  const account = { email: "root@people.example.com", name: "root", password: PASSWORD, level: 4 } as const;
  const { id } = await accounts.create(database, Date.now, account);
  return { "X-Auth-Token": await apiKeys.create(database, Date.now, id, { name: "bench", expiresAt: null }) };
}

export async function insertProducts(database: Database, count: number): Promise<void> {
  await insert(database, count, PRODUCTS);
}

/** Inserts accounts that cannot log in, a tenth of them with three past logins. Returns the last id before theirs. */
export async function insertAccounts(database: Database, count: number): Promise<number> {
  const lastId = await lastIdOf(database, "accounts");
  await insert(database, count, ACCOUNTS);
  await insert(database, 3 * Math.floor(count / 10), logins(lastId));
  return lastId;
}

/** Gives a person a library with root collections. Call `insertShelves` afterwards. */
export async function insertCollections(database: Database, { id }: Person, count: number): Promise<Collections> {
  await insert(database, 1, libraries(sql.lit(id)));
  await insert(database, count, collections(sql.lit(id)));
  const lastId = await lastIdOf(database, "collections");
  return { firstId: lastId - count + 1, lastId };
}

/** Gives each account after an id a library of 100 root collections. Call `insertShelves` afterwards. */
export async function insertLibraries(database: Database, afterId: number, accounts: number): Promise<void> {
  await insert(database, accounts, libraries(sql`${sql.lit(afterId)} + n`));
  await insert(database, accounts * 100, collections(sql`${sql.lit(afterId + 1)} + (n - 1) / 100`));
}

/** Inserts the shelves that every library and every collection has. */
export async function insertShelves(database: Database): Promise<void> {
  await sql`insert into shelves (account_id, place)
    select account_id, 'unsorted' from libraries union all select account_id, 'trash' from libraries`.execute(database);
  await sql`insert into shelves (account_id, place, collection_id)
    select account_id, 'collection', id from collections`.execute(database);
}

/** Fills a collection. Returns the id of the first item; the ids of the others follow it. */
export async function insertItems(
  database: Database,
  { id }: Person,
  collectionId: number,
  count: number,
): Promise<number> {
  await insert(
    database,
    count,
    items(id, sql`(select id from shelves where collection_id = ${sql.lit(collectionId)})`),
  );
  return (await lastIdOf(database, "items")) - count + 1;
}

/** Inserts `count` rows, in batches. Their numbers `n` start at 1. */
async function insert(database: Database, count: number, { into, values }: Rows): Promise<void> {
  for (let first = 1; first <= count; first += BATCH) {
    progress(`Inserting ${into.split(" ")[0]}: ${first - 1} of ${count} …`);
    const last = Math.min(count, first + BATCH - 1);
    await sql`insert into ${sql.raw(into)}
      with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})
      select ${values} from numbers`.execute(database);
  }
}

async function lastIdOf(database: Database, table: "accounts" | "collections" | "items"): Promise<number> {
  const row = await database.selectFrom(table).select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}
