import * as tokenSecret from "./accounts/token-secret.ts";
import { CleanupWorker } from "./collections/cleanup-worker.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { type MigrationResult, migrate } from "./database/migrate.ts";
import { DatabaseCounter } from "./limits/database-counter.ts";
import type { RequestCounter } from "./limits/request-counter.ts";
import { type ProductIdGenerator, productIds } from "./products/product-id.ts";

/** The services and resources that a server needs. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  /** The current time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Counts requests for the rate limit of the users API. `createApp` opens it. */
  readonly requestCounter: RequestCounter;
  readonly productIds: ProductIdGenerator;
  /** Finishes large changes of collections in the background. `createApp` starts it. */
  readonly cleanup: CleanupWorker;
  /** Signs login tokens. */
  readonly tokenSecret: string;
  readonly migrated: MigrationResult;
  /** Closes what `openContext` opened, in reverse order. */
  readonly close: () => Promise<void>;
}

/** Replacements for tests. `database` must be migrated; closing the context does not close it. */
export interface Replacements {
  readonly database?: Database;
  readonly clock?: () => number;
}

const NOTHING_MIGRATED: MigrationResult = { applied: [], backup: undefined };

/** Migrates the database and opens all resources. If one fails, closes those already open. */
export async function openContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const { clock = Date.now } = replacements;
  await using resources = new AsyncDisposableStack();

  const database =
    replacements.database ?? resources.adopt(openDatabase(config.databaseUrl), (opened) => opened.destroy());
  const migrated = replacements.database === undefined ? await migrate(database, config.databaseUrl) : NOTHING_MIGRATED;
  const requestCounter = resources.adopt(await createCounter(config, database, clock), (counter) => counter.close());
  const cleanup = resources.adopt(new CleanupWorker(database), (worker) => worker.close());
  const secret = config.tokenSecret ?? (await tokenSecret.getOrCreate(database));

  // Keeps the resources open when this function returns.
  const opened = resources.move();
  return {
    config,
    database,
    clock,
    requestCounter,
    productIds: productIds(clock),
    cleanup,
    tokenSecret: secret,
    migrated,
    close: () => opened.disposeAsync(),
  };
}

/** Imports the Redis client only if Redis is configured, because loading it is slow. */
async function createCounter(
  { redisUrl, rateLimitPerHour }: Config,
  database: Database,
  clock: () => number,
): Promise<RequestCounter> {
  if (redisUrl !== undefined) return new (await import("./limits/redis-counter.ts")).RedisCounter(redisUrl);
  return new DatabaseCounter({ database, clock, limit: rateLimitPerHour });
}
