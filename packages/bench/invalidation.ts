import { sql } from "kysely";
import type { Database } from "../../src/database/database.ts";
import { productIdOf } from "./dataset/rows.ts";

/** Commits a change to products, accounts and collections, which invalidates the cached responses that show them. */
export async function invalidateResponses(database: Database, accountId: number): Promise<void> {
  await sql`update products set version = version + 1 where id = ${productIdOf(1)}`.execute(database);
  await sql`update accounts set version = version + 1 where id = ${accountId}`.execute(database);
  await sql`update libraries set version = version + 1 where account_id = ${accountId}`.execute(database);
}
