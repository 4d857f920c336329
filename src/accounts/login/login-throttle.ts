import type { Database } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import { Failure } from "../../errors.ts";

/** Failures since the last successful login, within a day, after which an account has to wait. */
const FAILURES_BEFORE_WAIT = 5;

const MAX_WAIT_MS = 15 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Maximum old failures that one `recordFailure` deletes, so that it stays fast after a flood of failures. */
const MAX_DELETED = 100;

/** An attempt to log in: the e-mail address, and the network of the client. */
export interface Attempt {
  readonly emailKey: string;
  readonly network: string;
}

/** Recent failures of an attempt's account and network. */
export interface RecentFailures {
  /** Failures of the account within a day. */
  readonly count: number;
  /** Time of the newest of them; 0 if there are none. */
  readonly last: number;
  /** Time of the network's `limitPerMinute`-th newest failure; 0 if it has fewer within the last minute. */
  readonly networkLimitAt: number;
}

/**
 * Reads the failures of an attempt's account and network. An account's failures are counted by
 * e-mail address, whether or not the account exists.
 */
export async function readFailures(
  database: Database,
  { emailKey, network }: Attempt,
  now: number,
  limitPerMinute: number,
): Promise<RecentFailures> {
  const [ofAccount] = await findAccountFailures(database, { emailKey, since: now - DAY_MS });
  const [atLimit] = await findNthFailure(database, { network, since: now - MINUTE_MS, skipped: limitPerMinute - 1 });
  return { count: ofAccount?.count ?? 0, last: ofAccount?.last ?? 0, networkLimitAt: atLimit?.failed_at ?? 0 };
}

/**
 * Throws `tooMany` while the account or the network has to wait: the account for 1 second after its
 * fifth failure, twice as long after each further one, at most 15 minutes; the network until it has
 * fewer than `limitPerMinute` failures within a minute.
 */
export function assertNotThrottled({ count, last, networkLimitAt }: RecentFailures, now: number): void {
  const accountWait = Math.min(2 ** (count - FAILURES_BEFORE_WAIT) * 1000, MAX_WAIT_MS);
  const until = Math.max(count < FAILURES_BEFORE_WAIT ? 0 : last + accountWait, networkLimitAt + MINUTE_MS);
  if (until <= now) return;
  const seconds = Math.ceil((until - now) / 1000);
  throw new Failure("tooMany", `Too many failed logins. Try again in ${seconds} second${seconds === 1 ? "" : "s"}.`, {
    retryAfter: seconds,
  });
}

/** Records a failure, and deletes up to 100 failures that are older than a day. */
export async function recordFailure(database: Database, { emailKey, network }: Attempt, now: number): Promise<void> {
  await database.insertInto("failed_logins").values({ email_key: emailKey, network, failed_at: now }).execute();
  const old = database
    .selectFrom("failed_logins")
    .select("id")
    .where("failed_at", "<", now - DAY_MS)
    .orderBy("failed_at")
    .limit(MAX_DELETED);
  await database.deleteFrom("failed_logins").where("id", "in", old).execute();
}

/** Deletes the failures of an account after a successful login. */
export async function clearFailures(database: Database, emailKey: string): Promise<void> {
  await deleteFailures(database, { emailKey });
}

const deleteFailures = prepare((database, value: ValueOf<{ emailKey: string }>) =>
  database.deleteFrom("failed_logins").where("email_key", "=", value("emailKey")),
);

const findAccountFailures = prepare((database, value: ValueOf<{ emailKey: string; since: number }>) =>
  database
    .selectFrom("failed_logins")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("failed_at").as("last")])
    .where("email_key", "=", value("emailKey"))
    .where("failed_at", ">=", value("since")),
);

/** Skips the `skipped` newest failures of a network, and returns the time of the next older one. */
const findNthFailure = prepare((database, value: ValueOf<{ network: string; since: number; skipped: number }>) =>
  database
    .selectFrom("failed_logins")
    .select("failed_at")
    .where("network", "=", value("network"))
    .where("failed_at", ">", value("since"))
    .orderBy("failed_at", "desc")
    .offset(value("skipped"))
    .limit(1),
);
