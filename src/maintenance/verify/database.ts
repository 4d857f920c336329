import { existsSync } from "node:fs";
import { openDatabase } from "../../database/database.ts";
import { engineFor } from "../../database/engine.ts";
import { assertCurrent } from "../../database/migrate.ts";
import { type Finding, type VerifyOptions, verify } from "./verify.ts";

/** A check of millions of rows takes minutes. */
const STATEMENT_TIMEOUT_MS = 6 * 60 * 60 * 1000;

/** Verifies the database at a URL. Throws if it does not exist, or has the schema of another version. */
export async function verifyDatabase(url: string, options: VerifyOptions): Promise<Finding[]> {
  const file = engineFor(url).fileOf(url);
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no database ${file}.`);
  const database = openDatabase(url, { statementTimeout: STATEMENT_TIMEOUT_MS, poolSize: 2 });
  try {
    await assertCurrent(database).catch((cause: Error) => {
      throw new Error(`The database can't be verified. ${cause.message}`, { cause });
    });
    return await verify(database, options);
  } finally {
    await database.destroy();
  }
}
