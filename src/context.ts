import * as tokenSecret from "./accounts/token-secret.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { type Migrated, migrate } from "./database/migrate.ts";
import { type ProductIds, productIds } from "./products/product-id.ts";

/** What the world of the server is made of. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number;
  readonly productIds: ProductIds;
  /** Signs login tokens. */
  readonly tokenSecret: string;
  /** What was done to the database to bring it up to date. */
  readonly migrated: Migrated;
  readonly close: () => Promise<void>;
}

/** Parts of the world that a test replaces. A database is taken as migrated, and left open. */
export interface Replacements {
  readonly database?: Database;
  readonly clock?: () => number;
}

const NOTHING: Migrated = { applied: [], copy: undefined };

/** Opens the database, brings it up to date, and makes the rest of the world. Nothing stays open when that fails. */
export async function openContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const { databaseUrl } = config;
  const { clock = Date.now } = replacements;
  const database = replacements.database ?? openDatabase(databaseUrl);
  const close = async () => {
    if (replacements.database === undefined) await database.destroy();
  };
  try {
    return {
      config,
      database,
      clock,
      close,
      migrated: replacements.database === undefined ? await migrate(database, databaseUrl) : NOTHING,
      productIds: productIds(clock),
      tokenSecret: config.tokenSecret ?? (await tokenSecret.keptIn(database)),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
