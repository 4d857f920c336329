import { randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";

const NAME = "token";

/**
 * The secret that signs login and CSRF tokens if `TOKEN_SECRET` is not set: 256 random bits, created
 * when first needed and shared by all processes that use the database.
 */
export async function getOrCreate(database: Database): Promise<string> {
  const candidate = randomBytes(32).toString("base64url");
  await database
    .insertInto("secrets")
    .values({ name: NAME, value: candidate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await database
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirstOrThrow();
  return value;
}

/** Whether a secret is stored. */
export async function exists(database: Database): Promise<boolean> {
  const row = await database.selectFrom("secrets").select("name").where("name", "=", NAME).executeTakeFirst();
  return row !== undefined;
}
