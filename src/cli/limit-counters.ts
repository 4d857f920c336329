import { isIP } from "node:net";
import type { Account } from "../accounts/account.ts";
import type { Context } from "../context/context.ts";
import { engineOf } from "../database/engine.ts";
import type { Count } from "../limits/administration.ts";
import { COLLECTIONS_PREFIX } from "../limits/administration.ts";
import type { RedisConnection } from "../limits/redis-connection.ts";
import { withAccount, withContext } from "./shared/account-context.ts";
import { UsageError } from "./shared/command.ts";

/** Whose counters a command shows or resets: exactly one of these. */
export const SUBJECT_OPTIONS = {
  ip: {
    type: "string",
    value: "<IP address>",
    description: "a client; IPv6 clients are counted by their /64 network",
  },
  email: { type: "string", value: "<e-mail>", description: "an account" },
} as const;

/** One counter of a client network or of an account. */
interface Counter {
  readonly name: string;
  /** The setting with the limit, as text. */
  readonly limit: string;
  readonly read: () => Promise<Count>;
  readonly reset: () => Promise<void>;
}

interface Subject {
  readonly ip?: string | undefined;
  readonly email?: string | undefined;
}

/** Where the reset of counters is recorded; the account is null for those of a network. */
interface Owner {
  readonly database: Context["database"];
  readonly accountId: number | null;
}

/** Calls `work` with the counters of a client network or an account, what to call it, and whose they are. */
export async function withCounters(
  { ip, email }: Subject,
  work: (counters: readonly Counter[], subject: string, owner: Owner) => Promise<void>,
): Promise<void> {
  if ((ip === undefined) === (email === undefined)) throw new UsageError("Either --ip or --email is required.");
  if (ip !== undefined && isIP(ip) === 0) throw new UsageError("--ip must be an IP address.");
  if (email !== undefined) {
    await withAccount(email, async (context, account) =>
      withRedis(context, async (redis) =>
        work(await ofAccount(context, redis, account), account.email, {
          database: context.database,
          accountId: account.id,
        }),
      ),
    );
  } else {
    const { networkOf } = await import("#contract/request/network");
    const network = networkOf(ip ?? "");
    await withContext((context) =>
      withRedis(context, async (redis) =>
        work(await ofNetwork(context, redis, network), network, { database: context.database, accountId: null }),
      ),
    );
  }
}

async function ofNetwork(
  { database, clock, config }: Context,
  redis: RedisConnection | undefined,
  network: string,
): Promise<readonly Counter[]> {
  const throttle = await import("../accounts/login/login-throttle.ts");
  const stored = await storedCounters(database, clock);
  const shared = redis && (await sharedCounters(redis, clock));
  const requests = { name: "users API", limit: `${config.rateLimitPerHour} an hour` };
  return [
    shared === undefined ? stored(requests, network) : shared.ofRequests(requests, network),
    ...ofCollections({ database, config }, { stored, shared }, `network:${network}`),
    stored({ name: "registrations", limit: `${config.registrationsPerHour} an hour` }, `registrations:${network}`),
    stored({ name: "mails", limit: `${config.mailsPerHour} an hour` }, `mails:${network}`),
    {
      name: "failed logins",
      limit: `${config.loginLimitPerMinute} a minute`,
      read: async () => ({
        count: await throttle.countNetworkFailures(database, clock, network),
        ends_at: null,
      }),
      reset: () => throttle.unlockNetwork(database, network),
    },
  ];
}

async function ofAccount(
  { database, clock, config }: Context,
  redis: RedisConnection | undefined,
  { id, email }: Account,
): Promise<readonly Counter[]> {
  const [throttle, mails, { toEmailKey }] = await Promise.all([
    import("../accounts/login/login-throttle.ts"),
    import("../accounts/links/mail-service.ts"),
    import("../mail/email-key.ts"),
  ]);
  const stored = await storedCounters(database, clock);
  const shared = redis && (await sharedCounters(redis, clock));
  return [
    ...ofCollections({ database, config }, { stored, shared }, `account:${id}`),
    stored({ name: "mails", limit: `${mails.MAILS_PER_ADDRESS} an hour` }, mails.counterOf(email)),
    {
      name: "failed logins",
      limit: "5 a day, then growing waits",
      read: async () => ({ count: await throttle.countFailures(database, clock, email), ends_at: null }),
      reset: () => throttle.unlock(database, toEmailKey(email)),
    },
  ];
}

interface Stores {
  readonly stored: Awaited<ReturnType<typeof storedCounters>>;
  readonly shared: Awaited<ReturnType<typeof sharedCounters>> | undefined;
}

/** The counter of requests to the collections API; none if it is in the memory of the server. */
function ofCollections(
  { database, config }: Pick<Context, "database" | "config">,
  { stored, shared }: Stores,
  caller: string,
): readonly Counter[] {
  const label = { name: "collections API", limit: `${config.collectionsLimitPerMinute} a minute` };
  if (shared !== undefined) return [shared.ofMinute(label, caller)];
  return engineOf(database).isShared ? [stored(label, COLLECTIONS_PREFIX + caller)] : [];
}

type Label = Pick<Counter, "name" | "limit">;

/** Makes counters from rows of the database. */
async function storedCounters(database: Context["database"], clock: Context["clock"]) {
  const counts = await import("../limits/administration.ts");
  return (label: Label, key: string): Counter => ({
    ...label,
    read: () => counts.read(database, clock, key),
    reset: () => counts.reset(database, key),
  });
}

/** Makes counters from keys in Redis. */
async function sharedCounters(redis: RedisConnection, clock: Context["clock"]) {
  const counts = await import("../limits/redis-administration.ts");
  return {
    ofRequests: (label: Label, network: string): Counter => ({
      ...label,
      read: () => counts.readRequests(redis, clock, network),
      reset: () => counts.resetRequests(redis, network),
    }),
    ofMinute: (label: Label, caller: string): Counter => ({
      ...label,
      read: () => counts.readMinute(redis, clock, caller),
      reset: () => counts.resetMinute(redis, clock, caller),
    }),
  };
}

/** Opens a connection to Redis for `work`, if it is configured. */
async function withRedis(
  { config: { redisUrl } }: Context,
  work: (redis: RedisConnection | undefined) => Promise<void>,
): Promise<void> {
  if (redisUrl === undefined) return work(undefined);
  const { RedisConnection } = await import("../limits/redis-connection.ts");
  const redis = new RedisConnection(redisUrl);
  try {
    await redis.open(() => {});
    await work(redis);
  } finally {
    redis.close();
  }
}
