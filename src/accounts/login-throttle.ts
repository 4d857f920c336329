import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { Failure } from "../errors.ts";

/** From this many failures in a row on, an address is slowed down. */
const FREE_FAILURES = 5;

const LONGEST_WAIT = 15 * 60 * 1000;
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** The most old failures that are forgotten at a time: to forget those of a storm at once would hold everybody up. */
const FORGOTTEN = 100;

/** Who tries to log in: as whom, and from where. */
export interface Attempt {
  readonly emailKey: string;
  readonly network: string;
}

/**
 * Throws `tooMany` while this account or this network has to wait. It reveals nothing of whether there is such an account. Otherwise gives back how
 * many failures of the account are remembered.
 */
export async function refuseTooMany(
  database: Database,
  { emailKey, network }: Attempt,
  now: number,
  limitPerMinute: number,
): Promise<number> {
  const [ofAccount, ofNetwork] = [
    await failuresOf(database, emailKey, now),
    await nthLastOf(database, network, limitPerMinute, now),
  ];
  const until = Math.max(waitAfter(ofAccount), ofNetwork + MINUTE);
  if (until <= now) return ofAccount.count;
  const seconds = Math.ceil((until - now) / 1000);
  throw new Failure("tooMany", `Too many failed logins. Try again in ${seconds} second${seconds === 1 ? "" : "s"}.`, {
    retryAfter: seconds,
  });
}

/** Remembers a failure, and forgets some of those that are older than a day. */
export async function recordFailure(database: Database, { emailKey, network }: Attempt, now: number): Promise<void> {
  await database.insertInto("failed_logins").values({ email_key: emailKey, network, failed_at: now }).execute();
  const old = database
    .selectFrom("failed_logins")
    .select("id")
    .where("failed_at", "<", now - DAY)
    .orderBy("failed_at")
    .limit(FORGOTTEN);
  await database.deleteFrom("failed_logins").where("id", "in", old).execute();
}

/** Forgets the failures of an account that has shown its password. */
export async function forgetFailures(database: Database, emailKey: string): Promise<void> {
  await forget(database, { emailKey });
}

const forget = prepare((database, value: ValueOf<{ emailKey: string }>) =>
  database.deleteFrom("failed_logins").where("email_key", "=", value("emailKey")),
);

interface Failures {
  readonly count: number;
  readonly last: number;
}

async function failuresOf(database: Database, emailKey: string, now: number): Promise<Failures> {
  const [failures] = await ofEmail(database, { emailKey, since: now - DAY });
  return { count: failures?.count ?? 0, last: failures?.last ?? 0 };
}

const ofEmail = prepare((database, value: ValueOf<{ emailKey: string; since: number }>) =>
  database
    .selectFrom("failed_logins")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("failed_at").as("last")])
    .where("email_key", "=", value("emailKey"))
    .where("failed_at", ">=", value("since")),
);

/** When an account may be tried again: a second after the fifth failure, twice as long after each further one. */
function waitAfter({ count, last }: Failures): number {
  return count < FREE_FAILURES ? 0 : last + Math.min(2 ** (count - FREE_FAILURES) * 1000, LONGEST_WAIT);
}

/** When the failure happened that fills the network's minute; 0 when it is not full. */
async function nthLastOf(database: Database, network: string, limit: number, now: number): Promise<number> {
  const [failure] = await ofNetworkAt(database, { network, since: now - MINUTE, skipped: limit - 1 });
  return failure?.failed_at ?? 0;
}

const ofNetworkAt = prepare((database, value: ValueOf<{ network: string; since: number; skipped: number }>) =>
  database
    .selectFrom("failed_logins")
    .select("failed_at")
    .where("network", "=", value("network"))
    .where("failed_at", ">", value("since"))
    .orderBy("failed_at", "desc")
    .offset(value("skipped"))
    .limit(1),
);
