import { randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";

const NAME = "token";

/** The secret that signs login tokens: made once, of 256 random bits, and the same for every process on this database. */
export async function storedIn(database: Database): Promise<string> {
  const made = randomBytes(32).toString("base64url");
  await database
    .insertInto("secrets")
    .values({ name: NAME, value: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await database
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirstOrThrow();
  return value;
}
