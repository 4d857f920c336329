import * as tokenSecret from "./accounts/token-secret.ts";
import { CleanupWorker } from "./collections/cleanup-worker.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { type MigrationResult, migrate } from "./database/migrate.ts";
import { DatabaseCounter } from "./limits/database-counter.ts";
import type { RequestCounter } from "./limits/request-counter.ts";
import { type ProductIds, productIds } from "./products/product-id.ts";

/** What the world of the server is made of. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number;
  /** Counts the requests to the user administration; opened by the server that does so. */
  readonly requestCounter: RequestCounter;
  readonly productIds: ProductIds;
  /** Puts away what large changes of collections leave behind; woken by the server that makes them. */
  readonly cleanup: CleanupWorker;
  /** Signs login tokens. */
  readonly tokenSecret: string;
  /** What was done to the database to bring it up to date. */
  readonly migrated: MigrationResult;
  readonly close: () => Promise<void>;
}

/** Parts of the world that a test replaces. A database is taken as migrated, and left open. */
export interface Replacements {
  readonly database?: Database;
  readonly clock?: () => number;
}

const NOTHING: MigrationResult = { applied: [], backup: undefined };

/** Opens the database, brings it up to date, and makes the rest of the world. Nothing stays open when that fails. */
export async function openContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const { databaseUrl } = config;
  const { clock = Date.now } = replacements;
  const database = replacements.database ?? openDatabase(databaseUrl);
  const closeDatabase = async () => {
    if (replacements.database === undefined) await database.destroy();
  };
  try {
    const migrated = replacements.database === undefined ? await migrate(database, databaseUrl) : NOTHING;
    const secret = config.tokenSecret ?? (await tokenSecret.storedIn(database));
    const requestCounter = await counterFor(config, database, clock);
    const cleanup = new CleanupWorker(database);
    const close = async () => {
      await cleanup.close();
      await requestCounter.close();
      await closeDatabase();
    };
    return {
      config,
      database,
      clock,
      requestCounter,
      productIds: productIds(clock),
      cleanup,
      tokenSecret: secret,
      migrated,
      close,
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** The client of Redis takes long to load, and few need it. */
async function counterFor(
  { redisUrl, rateLimitPerHour }: Config,
  database: Database,
  clock: () => number,
): Promise<RequestCounter> {
  if (redisUrl !== undefined) return new (await import("./limits/redis-counter.ts")).RedisCounter(redisUrl);
  return new DatabaseCounter({ database, clock, limit: rateLimitPerHour });
}
