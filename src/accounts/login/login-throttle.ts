import { setTimeout } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Failure, tooMany } from "#contract/failure";
import { currentTime, type Database, sentTime, timeFrom } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import { toEmailKey } from "../../mail/email-key.ts";

type Clock = () => number;

/** Failures within a day, since the last successful login, after which the next attempt has to wait. */
const FAILURES_BEFORE_WAIT = 5;

const MAX_WAIT_MS = 15 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** From so many doublings of one second on, the wait is `MAX_WAIT_MS`, because 2^10 seconds are longer. */
const MAX_DOUBLINGS = 10;

/** After so many milliseconds, a pending attempt was interrupted, and no longer counts as a failure. */
const MAX_PENDING_MS = MINUTE_MS;

/** How long an attempt waits for the results of pending ones, and how often it looks for them, in milliseconds. */
const MAX_RESULT_WAIT_MS = 10_000;
const RESULT_INTERVAL_MS = 20;

/** Maximum old failures that `fail` deletes, so that it stays fast after a flood. */
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

/** An attempt that was admitted, and counts as a failure until it succeeds. */
export interface AdmittedAttempt extends ClassifiedAttempt {
  readonly id: number;
}

/**
 * Admits an attempt before its password is verified. It counts like a failure from then on, so that any number of
 * attempts at once, on any number of servers, never exceeds the limits. If only pending attempts prevent it, it waits up to
 * 10 seconds for their results, then throws `tooMany`.
 *
 * Throws `tooMany` while the account or the network has to wait: the account for 1 second after the fifth failure, twice
 * as long after each further one, at most 15 minutes; the network until it has fewer than `limitPerMinute` failures
 * within a minute. A known network of an account has its own count, so that strangers cannot lock the owner out; all
 * other networks share one, so that guesses from many networks are as slow as from one. Failures are counted by e-mail
 * address, whether or not the account exists. Those with a time in the future do not count: the clock was ahead.
 */
export async function admit(
  database: Database,
  clock: Clock,
  attempt: ClassifiedAttempt,
  limitPerMinute: number,
): Promise<AdmittedAttempt> {
  const deadline = performance.now() + MAX_RESULT_WAIT_MS;
  for (;;) {
    const id = await reserve(database, clock, attempt, limitPerMinute);
    if (id !== undefined) return { ...attempt, id };
    const waitMs = await readWait(database, clock, attempt, limitPerMinute);
    if (waitMs > 0) throw throttled(waitMs);
    if (performance.now() >= deadline) throw throttled(RESULT_INTERVAL_MS);
    await setTimeout(RESULT_INTERVAL_MS);
  }
}

function throttled(milliseconds: number): Failure {
  return tooMany({ limit: "logins", what: "failed logins", reason: "too-many-logins" }, milliseconds);
}

/** Adds a pending attempt, unless it is throttled by failures or by other pending attempts. Returns its id. */
async function reserve(database: Database, clock: Clock, attempt: ClassifiedAttempt, limitPerMinute: number) {
  const { emailKey, network, fromKnown } = attempt;
  const insert = fromKnown ? insertFromKnown : insertFromOther;
  const values = { emailKey, network, limitPerMinute, sentTime: sentTime(clock) };
  const [inserted] = await insert(database, values, [`logins to ${emailKey}`, `logins from ${network}`]);
  return inserted?.id;
}

const insertFromKnown = prepareInsert(true);
const insertFromOther = prepareInsert(false);

/** The parameters of the statement that adds a pending attempt. */
interface NewAttempt extends Attempt {
  readonly limitPerMinute: number;
  readonly sentTime: number | null;
}

function prepareInsert(fromKnown: boolean) {
  return prepare((database, value: ValueOf<NewAttempt>) => {
    const now = timeFrom(database, value("sentTime"));
    const attempt = { emailKey: value("emailKey"), network: value("network"), fromKnown };
    const { accountWaitsUntil, networkCount } = conditions(now, attempt, true);
    return database
      .insertInto("failed_logins")
      .columns(["email_key", "network", "failed_at", "from_known", "pending"])
      .expression(
        database
          .selectNoFrom(({ cast, lit }) => [
            cast<string>(attempt.emailKey, "text").as("email_key"),
            cast<string>(attempt.network, "text").as("network"),
            now.as("failed_at"),
            lit(fromKnown ? 1 : 0).as("from_known"),
            lit(1).as("pending"),
          ])
          .where(sql<SqlBool>`(${accountWaitsUntil}) <= ${now}`)
          .where(sql<SqlBool>`(${networkCount}) < ${value("limitPerMinute")}`),
      )
      .returning("id");
  });
}

/** For how many milliseconds failures throttle an attempt; 0 or less if they do not. */
async function readWait(database: Database, clock: Clock, attempt: ClassifiedAttempt, limitPerMinute: number) {
  const now = currentTime(database, clock);
  const { accountWaitsUntil, recent } = conditions(now, attempt, false);
  const { rows } = await sql<{ account: number; network: number }>`select (${accountWaitsUntil}) - ${now} as account,
    coalesce((select failed_at from (${recent}) as recent order by failed_at desc limit 1 offset ${limitPerMinute - 1})
      + ${sql.lit(MINUTE_MS)} - ${now}, 0) as network`.execute(database);
  const [wait] = rows;
  return wait === undefined ? 0 : Math.max(wait.account, wait.network);
}

/** An attempt whose address and network are values, or the placeholders of a prepared statement. */
interface AttemptInSql {
  readonly emailKey: string | RawBuilder<string>;
  readonly network: string | RawBuilder<string>;
  readonly fromKnown: boolean;
}

/** SQL for the wait of the account, and for the failures of the network. `withPending`: whether pending ones count. */
function conditions(now: RawBuilder<number>, { emailKey, network, fromKnown }: AttemptInSql, withPending: boolean) {
  const counts = withPending ? sql`(pending = 0 or failed_at > ${now} - ${sql.lit(MAX_PENDING_MS)})` : sql`pending = 0`;
  const ofNetwork = fromKnown ? sql`from_known = 1 and network = ${network}` : sql`from_known = 0`;
  const doublings = sql`count(*) - ${sql.lit(FAILURES_BEFORE_WAIT)}`;
  return {
    /** When the account no longer has to wait. */
    accountWaitsUntil: sql<number>`select case
        when ${doublings} < 0 then 0
        when ${doublings} >= ${sql.lit(MAX_DOUBLINGS)} then max(failed_at) + ${sql.lit(MAX_WAIT_MS)}
        else max(failed_at) + 1000 * (1 << cast(${doublings} as integer)) end
      from failed_logins
      where email_key = ${emailKey} and failed_at >= ${now} - ${sql.lit(DAY_MS)} and failed_at <= ${now}
        and ${ofNetwork} and ${counts}`,
    /** The times of the network's failures within a minute. */
    recent: sql`select failed_at from failed_logins
      where network = ${network} and failed_at > ${now} - ${sql.lit(MINUTE_MS)} and failed_at <= ${now} and ${counts}`,
    networkCount: sql<number>`select count(*) from failed_logins
      where network = ${network} and failed_at > ${now} - ${sql.lit(MINUTE_MS)} and failed_at <= ${now} and ${counts}`,
  };
}

/** Makes an attempt a failure, and deletes up to 100 failures that are older than a day. */
export async function fail(database: Database, clock: Clock, { id }: AdmittedAttempt): Promise<void> {
  // Issued in the same turn of the event loop, so that they are written in one batch.
  const [marked] = await Promise.allSettled([
    markAsFailed(database, { id, sentTime: sentTime(clock) }),
    // If this fails, the next failure deletes them.
    deleteOld(database, { sentTime: sentTime(clock) }),
  ]);
  if (marked.status === "rejected") throw marked.reason;
}

const markAsFailed = prepare((database, value: ValueOf<{ id: number; sentTime: number | null }>) =>
  database
    .updateTable("failed_logins")
    .set({ pending: 0, failed_at: timeFrom(database, value("sentTime")) })
    .where("id", "=", value("id")),
);

const deleteOld = prepare((database, value: ValueOf<{ sentTime: number | null }>) => {
  const dayAgo = sql<number>`${timeFrom(database, value("sentTime"))} - ${sql.lit(DAY_MS)}`;
  const old = database
    .selectFrom("failed_logins")
    .select("id")
    .where("failed_at", "<", dayAgo)
    .orderBy("failed_at")
    .limit(sql.lit(MAX_DELETED));
  return database.deleteFrom("failed_logins").where("id", "in", old);
});

/** Ends an attempt that succeeded, and deletes the failures that counted against it. */
export async function succeed(database: Database, attempt: AdmittedAttempt): Promise<void> {
  const { id, emailKey, network, fromKnown } = attempt;
  const deleteCounted = fromKnown ? deleteFromKnown : deleteFromOther;
  try {
    await deleteCounted(database, { id, emailKey, network });
  } catch (error) {
    await withdraw(database, attempt).catch(() => {});
    throw error;
  }
}

const deleteFromKnown = prepareDelete(true);
const deleteFromOther = prepareDelete(false);

function prepareDelete(fromKnown: boolean) {
  return prepare((database, value: ValueOf<Attempt & { readonly id: number }>) =>
    database
      .deleteFrom("failed_logins")
      .where("email_key", "=", value("emailKey"))
      .where("from_known", "=", fromKnown ? 1 : 0)
      .where(({ eb, or }) => or([eb("pending", "=", 0), eb("id", "=", value("id"))]))
      .$if(fromKnown, (query) => query.where("network", "=", value("network"))),
  );
}

/** Ends an attempt without a result. */
export async function withdraw(database: Database, { id }: AdmittedAttempt): Promise<void> {
  await database.deleteFrom("failed_logins").where("id", "=", id).execute();
}

/** Deletes all failures of an account, from any network, so that nobody has to wait to log in to it. */
export async function unlock(database: Database, emailKey: string): Promise<void> {
  await database.deleteFrom("failed_logins").where("email_key", "=", emailKey).execute();
}

/** Forgets all failures of a network. Those from a network that their account did not know still count for it. */
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
    .where("pending", "=", 0)
    .where("failed_at", ">", since)
    .where("failed_at", "<=", now)
    .executeTakeFirstOrThrow();
  return count;
}
