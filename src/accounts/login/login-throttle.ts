import type { Database } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import { tooMany } from "../../errors.ts";
import { toEmailKey } from "../account.ts";

/** Failures within a day, since the last successful login, after which the next attempt has to wait. */
const FAILURES_BEFORE_WAIT = 5;

const MAX_WAIT_MS = 15 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Maximum old failures that `recordFailure` deletes, so that it stays fast after a flood. */
const MAX_DELETED = 100;

/** An attempt to log in: the e-mail address, and the network of the client. */
export interface Attempt {
  readonly emailKey: string;
  readonly network: string;
}

/** An attempt, and whether its network is one of the account's known networks. */
export interface ClassifiedAttempt extends Attempt {
  readonly fromKnown: boolean;
}

/** Summary of the recent failures that may delay an attempt. */
export interface RecentFailures {
  /** Failures within a day that count for the attempt; see `readFailures`. */
  readonly count: number;
  /** Time of the newest of these failures; 0 if there are none. */
  readonly last: number;
  /** Time of the network's `limitPerMinute`-th newest failure; 0 if the last minute has fewer. */
  readonly networkLimitAt: number;
}

/**
 * Reads the failures that count for an attempt. A known network of an account has its own count, so
 * that strangers cannot lock the owner out; all other networks share one, so that guesses from many
 * networks are as slow as from one. Failures are counted by e-mail address, whether or not the
 * account exists. Those with a time in the future do not count: the clock was ahead.
 */
export async function readFailures(
  database: Database,
  { emailKey, network, fromKnown }: ClassifiedAttempt,
  now: number,
  limitPerMinute: number,
): Promise<RecentFailures> {
  const period = { emailKey, since: now - DAY_MS, now };
  const [ofAccount] = fromKnown
    ? await findFailuresFromKnownNetwork(database, { ...period, network })
    : await findFailuresFromOtherNetworks(database, period);
  const since = now - MINUTE_MS;
  const [atLimit] = await findNthFailure(database, { network, since, now, skipped: limitPerMinute - 1 });
  return { count: ofAccount?.count ?? 0, last: ofAccount?.last ?? 0, networkLimitAt: atLimit?.failed_at ?? 0 };
}

/**
 * Throws `tooMany` while the account or the network has to wait: the account for 1 second after the
 * fifth failure, twice as long after each further one, at most 15 minutes; the network until it has
 * fewer than `limitPerMinute` failures within a minute.
 */
export function assertNotThrottled({ count, last, networkLimitAt }: RecentFailures, now: number): void {
  const accountWait = Math.min(2 ** (count - FAILURES_BEFORE_WAIT) * 1000, MAX_WAIT_MS);
  const until = Math.max(count < FAILURES_BEFORE_WAIT ? 0 : last + accountWait, networkLimitAt + MINUTE_MS);
  if (until <= now) return;
  throw tooMany("logins", "failed logins", until - now);
}

/** Records a failure, and deletes up to 100 failures that are older than a day. */
export async function recordFailure(
  database: Database,
  { emailKey, network, fromKnown }: ClassifiedAttempt,
  now: number,
): Promise<void> {
  await database
    .insertInto("failed_logins")
    .values({ email_key: emailKey, network, failed_at: now, from_known: fromKnown ? 1 : 0 })
    .execute();
  const old = database
    .selectFrom("failed_logins")
    .select("id")
    .where("failed_at", "<", now - DAY_MS)
    .orderBy("failed_at")
    .limit(MAX_DELETED);
  await database.deleteFrom("failed_logins").where("id", "in", old).execute();
}

/** Deletes the failures that count for an attempt, after it succeeded. */
export async function clearFailures(database: Database, attempt: ClassifiedAttempt): Promise<void> {
  const { emailKey, network, fromKnown } = attempt;
  if (fromKnown) await deleteFailuresFromKnownNetwork(database, { emailKey, network });
  else await deleteFailuresFromOtherNetworks(database, { emailKey });
}

/** Deletes all failures of an account, from any network, so that nobody has to wait to log in to it. */
export async function unlock(database: Database, emailKey: string): Promise<void> {
  await database.deleteFrom("failed_logins").where("email_key", "=", emailKey).execute();
}

/** Forgets all failures of a network. They still count for the accounts. */
export async function unlockNetwork(database: Database, network: string): Promise<void> {
  await database.updateTable("failed_logins").set({ network: "" }).where("network", "=", network).execute();
}

/** The number of failures of an account within a day, from all networks. */
export async function countFailures(database: Database, clock: () => number, email: string): Promise<number> {
  return countSince(database, clock() - DAY_MS, clock(), "email_key", toEmailKey(email));
}

/** The number of failures of a network within a minute. */
export async function countNetworkFailures(database: Database, clock: () => number, network: string): Promise<number> {
  return countSince(database, clock() - MINUTE_MS, clock(), "network", network);
}

async function countSince(
  database: Database,
  since: number,
  now: number,
  column: "email_key" | "network",
  value: string,
): Promise<number> {
  const { count } = await database
    .selectFrom("failed_logins")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(column, "=", value)
    .where("failed_at", ">", since)
    .where("failed_at", "<=", now)
    .executeTakeFirstOrThrow();
  return count;
}

const deleteFailuresFromOtherNetworks = prepare((database, value: ValueOf<{ emailKey: string }>) =>
  database.deleteFrom("failed_logins").where("email_key", "=", value("emailKey")).where("from_known", "=", 0),
);

const deleteFailuresFromKnownNetwork = prepare((database, value: ValueOf<{ emailKey: string; network: string }>) =>
  database
    .deleteFrom("failed_logins")
    .where("email_key", "=", value("emailKey"))
    .where("from_known", "=", 1)
    .where("network", "=", value("network")),
);

const findFailuresFromOtherNetworks = prepare(
  (database, value: ValueOf<{ emailKey: string; since: number; now: number }>) =>
    database
      .selectFrom("failed_logins")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("failed_at").as("last")])
      .where("email_key", "=", value("emailKey"))
      .where("failed_at", ">=", value("since"))
      .where("failed_at", "<=", value("now"))
      .where("from_known", "=", 0),
);

const findFailuresFromKnownNetwork = prepare(
  (database, value: ValueOf<{ emailKey: string; network: string; since: number; now: number }>) =>
    database
      .selectFrom("failed_logins")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("failed_at").as("last")])
      .where("email_key", "=", value("emailKey"))
      .where("failed_at", ">=", value("since"))
      .where("failed_at", "<=", value("now"))
      .where("from_known", "=", 1)
      .where("network", "=", value("network")),
);

/** Skips the `skipped` newest failures of a network in a period, and returns the time of the next older one. */
const findNthFailure = prepare(
  (database, value: ValueOf<{ network: string; since: number; now: number; skipped: number }>) =>
    database
      .selectFrom("failed_logins")
      .select("failed_at")
      .where("network", "=", value("network"))
      .where("failed_at", ">", value("since"))
      .where("failed_at", "<=", value("now"))
      .orderBy("failed_at", "desc")
      .offset(value("skipped"))
      .limit(1),
);
