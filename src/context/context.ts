import type { CallerCounter } from "#contract/request/caller-tally";
import { MinuteCounter } from "#contract/request/minute-counter";
import { networkOf } from "#contract/request/network";
import { deriveSubkeys, type Subkeys } from "../accounts/subkeys.ts";
import * as tokenSecret from "../accounts/token-secret.ts";
import { SessionUseRecorder } from "../accounts/use-recorder.ts";
import { currentOrigin } from "../audit/origin.ts";
import { Resources } from "../base/resources.ts";
import { createSlots, type Slots } from "../base/slots.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import { type MigrationResult, migrate } from "../database/migrate.ts";
import { Standby } from "../database/postgres/standby.ts";
import { Presence } from "../database/presence.ts";
import { ExpiryWorker } from "../idempotency/expiry.ts";
import { CleanupWorker } from "../library/cleanup/cleanup-worker.ts";
import { BackupWorker } from "../library/export/backup-worker.ts";
import { ImportWorker } from "../library/import/worker.ts";
import { inTurnsOf } from "../library/links/checks/turns.ts";
import { type CheckLink, LinkCheckWorker } from "../library/links/checks/worker.ts";
import { copyKeeper } from "../library/links/copies.ts";
import { HostLease } from "../library/links/host-lease.ts";
import type { HostTurns } from "../library/links/host-turns.ts";
import { PageWorker } from "../library/links/worker.ts";
import { COLLECTIONS_PREFIX } from "../limits/administration.ts";
import { DatabaseCounter } from "../limits/database-counter.ts";
import type { RequestCounter } from "../limits/request-counter.ts";
import { SharedCounter } from "../limits/shared-counter.ts";
import { CLOCK_MINUTE, HOUR } from "../limits/windows.ts";
import { Outbox } from "../mail/outbox.ts";
import { createSender } from "../mail/smtp.ts";
import { isPublicAddress } from "../network/addresses.ts";
import { checkLink } from "../page-reading/check.ts";
import { type ReaderOptions, type Reading, type ReadOptions, readPage } from "../page-reading/reader.ts";
import { Robots } from "../page-reading/robots.ts";
import { type ProductIdGenerator, productIds } from "../products/product-id.ts";
import * as products from "../products/products.ts";
import { ReminderWorker } from "../reminders/worker.ts";
import { RetentionWorker } from "../retention/worker.ts";
import type { Config } from "../settings/config.ts";
import { ServerFacts } from "../setup/server-facts.ts";
import { WebhookWorker } from "../webhooks/worker.ts";

/** The services and resources that a server needs. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  /** Reads of the API use it; undefined without one. `createApp` starts it. */
  readonly standby: Standby | undefined;
  /** The current time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Counts requests for the rate limit of the users API. */
  readonly requestCounter: RequestCounter;
  /** Counts registrations, in the database. */
  readonly registrationCounter: RequestCounter;
  /** Counts requests for mails, in the database. */
  readonly mailCounter: RequestCounter;
  /** Counts requests for the rate limit of the collections API. */
  readonly minuteCounter: CallerCounter;
  /** All counters that use the database or Redis. `createApp` opens them. */
  readonly counters: readonly Pick<RequestCounter, "open" | "close">[];
  readonly productIds: ProductIdGenerator;
  /** Limit the expensive work at a time, and share it out between callers. */
  readonly slots: Slots;
  /** Finishes large changes and deletes unused pictures in the background. `createApp` starts it. */
  readonly cleanup: CleanupWorker;
  /** Makes backups in the background. `createApp` starts it. */
  readonly backups: BackupWorker;
  /** Stores the bookmarks of files that were uploaded on the pages, in the background. `createApp` starts it. */
  readonly imports: ImportWorker;
  /** Deletes expired idempotency keys, with their stored responses, in the background. `createApp` starts it. */
  readonly idempotencyKeyExpiry: ExpiryWorker;
  /** Deletes expired rows and erases deleted accounts in the background. `createApp` starts it. */
  readonly retention: RetentionWorker;
  /** Sends mails in the background; undefined unless mail is set up. `createApp` starts it. */
  readonly outbox: Outbox | undefined;
  /** Sends reminders in the background. `createApp` starts it. */
  readonly reminders: ReminderWorker;
  /** Delivers events to webhooks in the background. `createApp` starts it. */
  readonly webhooks: WebhookWorker;
  /** Reads the page that a link leads to; undefined if the server reads none. */
  readonly readPage: ReadPage | undefined;
  /** Reads the pages of saved links in the background; undefined if the server reads none. `createApp` starts it. */
  readonly pages: PageWorker | undefined;
  /** Checks in the background whether links still work; undefined if the server checks none. `createApp` starts it. */
  readonly linkChecks: LinkCheckWorker | undefined;
  /** Records the use of sessions. `createApp` starts it. */
  readonly sessionUses: SessionUseRecorder;
  /** What pages say about the server to everybody. */
  readonly serverFacts: ServerFacts;
  /** The keys that are derived from the secret of the server. */
  readonly subkeys: Subkeys;
  readonly migrated: MigrationResult;
  /** Closes what `openContext` opened, in reverse order. */
  readonly close: () => Promise<void>;
}

type ReadPage = (address: URL, options: ReadOptions) => Promise<Reading>;

/** Replacements for tests. `database` must be migrated; closing the context does not close it. */
export interface Replacements {
  readonly database?: Database;
  readonly clock?: () => number;
  /** Called after each statement, for traces. */
  readonly onStatement?: DatabaseOptions["onStatement"] | undefined;
  /** Milliseconds until counted requests are saved, on SQLite. */
  readonly countSaveDelay?: number | undefined;
}

/** For whom a transaction is: an account, the network of an anonymous client, or the server. */
function callerOf(): string {
  const { accountId, client } = currentOrigin();
  if (accountId !== null) return `account ${accountId}`;
  return client === null ? "server" : networkOf(client.address);
}

const NOTHING_MIGRATED: MigrationResult = { applied: [], backup: undefined };

/** Migrates the database and opens all resources. If one fails, closes those already open. */
export async function openContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const resources = new Resources();
  try {
    return { ...(await openInto(resources, config, replacements)), close: () => resources.close() };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

async function openInto(
  resources: Resources,
  config: Config,
  replacements: Replacements,
): Promise<Omit<Context, "close">> {
  const { clock = Date.now, onStatement, countSaveDelay } = replacements;
  const database =
    replacements.database ??
    resources.adopt(
      openDatabase(config.databaseUrl, {
        poolSize: config.databasePoolSize,
        preparesStatements: config.databasePrepared === "on",
        writesInThread: true,
        callerOf,
        onStatement,
      }),
      (opened) => opened.destroy(),
    );
  const migrated = replacements.database === undefined ? await migrate(database, config.databaseUrl) : NOTHING_MIGRATED;
  if (replacements.database === undefined)
    resources.adopt(await Presence.open(database), (presence) => presence.close());
  const { databaseReplicaUrl, databasePoolSize, databasePrepared } = config;
  const standby =
    databaseReplicaUrl === undefined
      ? undefined
      : resources.adopt(
          new Standby(database, databaseReplicaUrl, {
            poolSize: databasePoolSize,
            preparesStatements: databasePrepared === "on",
            onStatement,
          }),
          (opened) => opened.close(),
        );
  const lastProduct = replacements.database === undefined ? await products.findLastId(database) : undefined;
  const counters = await createCounters(config, database, { clock, saveDelay: countSaveDelay });
  for (const counter of counters.counters) resources.defer(() => counter.close());
  const cleanup = resources.adopt(new CleanupWorker(database, clock), (worker) => worker.close());
  const backups = resources.adopt(new BackupWorker(database, clock), (worker) => worker.close());
  const imports = resources.adopt(new ImportWorker(database, clock, config), (worker) => worker.close());
  const idempotencyKeyExpiry = resources.adopt(new ExpiryWorker(database, clock), (worker) => worker.close());
  const webhooks = resources.adopt(
    new WebhookWorker({ database, clock, allowsPrivate: config.webhookPrivateNetworks === "allow" }),
    (worker) => worker.close(),
  );
  const readPage = config.fetchLinks === "off" ? undefined : pageReader(config);
  const { keepCopies, accountQuota } = config;
  const reading = readerOptions(config);
  const keepCopy =
    keepCopies === "off" ? undefined : copyKeeper({ database, clock, of: keepCopies, reading, accountQuota });
  const hosts = new HostLease(database, clock);
  const pages =
    readPage &&
    resources.adopt(
      new PageWorker({
        database,
        clock,
        lease: hosts,
        readPage,
        pictures: reading,
        keepCopy,
        accountQuota,
        baseUrl: config.baseUrl,
      }),
      (worker) => worker.close(),
    );
  const { checkLinksDays: days } = config;
  const linkChecks =
    pages &&
    (days === 0
      ? undefined
      : resources.adopt(
          new LinkCheckWorker({ database, clock, lease: hosts, days, check: linkChecker(config, clock, hosts.turns) }),
          (worker) => worker.close(),
        ));
  const retention = resources.adopt(new RetentionWorker(database, clock, config), (worker) => worker.close());
  const sessionUses = resources.adopt(new SessionUseRecorder(database), (recorder) => recorder.close());
  const outbox =
    config.mail === undefined
      ? undefined
      : resources.adopt(new Outbox({ send: createSender(config.mail) }), (opened) => opened.close());
  const reminders = resources.adopt(
    new ReminderWorker({ database, clock, outbox, baseUrl: config.baseUrl }),
    (worker) => worker.close(),
  );
  const serverFacts = await ServerFacts.open({ database, clock, registration: config.registration });
  const secret = config.tokenSecret ?? (await tokenSecret.getOrCreate(database));

  return {
    config,
    database,
    standby,
    clock,
    ...counters,
    productIds: productIds(clock, lastProduct),
    slots: createSlots(),
    cleanup,
    backups,
    imports,
    idempotencyKeyExpiry,
    retention,
    outbox,
    reminders,
    webhooks,
    readPage,
    pages,
    linkChecks,
    sessionUses,
    serverFacts,
    subkeys: deriveSubkeys(database, clock, secret),
    migrated,
  };
}

function readerOptions({ baseUrl, fetchPrivateNetworks, fetchProxy }: Config): ReaderOptions {
  return {
    userAgent: `Mozilla/5.0 (compatible; Triptych; +${baseUrl})`,
    reach: { isAllowed: fetchPrivateNetworks === "allow" ? () => true : isPublicAddress },
    proxy: fetchProxy,
  };
}

function linkChecker(config: Config, clock: () => number, turns: HostTurns): CheckLink {
  const options = { ...readerOptions(config), robots: new Robots(clock) };
  return (address, signal) => checkLink(address, { ...options, signal, inTurn: inTurnsOf(turns, signal) });
}

function pageReader(config: Config): ReadPage {
  const options = readerOptions(config);
  return (address, wanted) => readPage(address, { ...options, ...wanted });
}

type Counters = Pick<Context, "requestCounter" | "registrationCounter" | "mailCounter" | "minuteCounter" | "counters">;

async function createCounters(
  config: Config,
  database: Database,
  { clock, saveDelay }: { readonly clock: () => number; readonly saveDelay: number | undefined },
): Promise<Counters> {
  const create = (limit: number) =>
    engineOf(database).isShared
      ? new SharedCounter({ database, clock, limit, window: HOUR })
      : new DatabaseCounter({ database, clock, limit, saveDelay });
  const registrationCounter = create(config.registrationsPerHour);
  const mailCounter = create(config.mailsPerHour);
  const ofDatabase = [registrationCounter, mailCounter];
  if (config.redisUrl !== undefined) {
    const { requestCounter, minuteCounter } = await createRedisCounters(config.redisUrl, clock);
    const counters = [requestCounter, ...ofDatabase];
    return { requestCounter, registrationCounter, mailCounter, minuteCounter, counters };
  }
  const requestCounter = create(config.rateLimitPerHour);
  const counters = [requestCounter, ...ofDatabase];
  if (!engineOf(database).isShared) {
    return { requestCounter, registrationCounter, mailCounter, minuteCounter: new MinuteCounter(clock), counters };
  }
  const limit = config.collectionsLimitPerMinute;
  const minuteCounter = new SharedCounter({ database, clock, limit, window: CLOCK_MINUTE, prefix: COLLECTIONS_PREFIX });
  return {
    requestCounter,
    registrationCounter,
    mailCounter,
    minuteCounter,
    counters: [...counters, minuteCounter],
  };
}

/** Imports the Redis client only if Redis is configured, because loading it is slow. */
async function createRedisCounters(redisUrl: string, clock: () => number) {
  const [{ RedisConnection }, { RedisCounter, exchangeThrough }] = await Promise.all([
    import("../limits/redis-connection.ts"),
    import("../limits/redis-counter.ts"),
  ]);
  const redis = new RedisConnection(redisUrl);
  const requestCounter: RequestCounter = new RedisCounter(redis);
  return { requestCounter, minuteCounter: new MinuteCounter(clock, exchangeThrough(redis)) };
}
