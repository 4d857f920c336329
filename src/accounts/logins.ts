import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { Failure } from "../errors.ts";
import { networkOf } from "../limits/network.ts";
import { toEmailKey } from "./account.ts";
import { type Batch, createBatcher } from "./login-batcher.ts";
import * as loginHistory from "./login-history.ts";
import { type Attempt, forgetFailures, recordFailure, refuseTooMany } from "./login-throttle.ts";
import { createQueue, type Queue } from "./password-queue.ts";
import { DUMMY_HASH, type Hasher, hasher, isOutdated } from "./passwords.ts";
import { THREADS } from "./thread-pool.ts";

/** Where people log in: what it takes, and how many at a time. */
export interface LoginService {
  readonly clock: () => number;
  readonly hasher: Hasher;
  /** Failed logins a minute and network. */
  readonly limitPerMinute: number;
  /** Bounds by how much a storm of guesses oversteps the throttle. */
  readonly inTurn: Queue;
  /** Lets those who have shown their passwords be written down together. */
  readonly together: Batch;
}

/** What a client sends to log in, and what is known of it. */
export interface Login {
  readonly email: string;
  readonly password: string;
  readonly origin: loginHistory.Origin;
}

/** Who has shown the right password, and under which version of the account's credentials. */
export interface AuthenticatedAccount {
  readonly id: number;
  readonly credential_version: number;
}

/** So many that there is always a password to hash, and so few that a storm of guesses oversteps the throttle by three at most. */
const LOGINS_AT_ONCE = 4;

/** How long a login may wait for others where there is a queue, in milliseconds: as long as two passwords take. */
const LONGEST_WAIT = 30;

type GivenParts = Omit<LoginService, "hasher" | "inTurn" | "together"> & { readonly hasher?: Hasher };

/** A desk that checks a few passwords at a time; the other parts are given. */
export function createLoginService(parts: GivenParts): LoginService {
  return { hasher, ...parts, inTurn: createQueue(LOGINS_AT_ONCE), together: createBatcher(THREADS, LONGEST_WAIT) };
}

/**
 * Checks a password and writes the login down. Unknown addresses, wrong passwords, inactive and deleted accounts are the same
 * `unauthenticated`, in the same time. Throws `tooMany` where failures have to wait.
 */
export async function logIn(database: Database, desk: LoginService, login: Login): Promise<AuthenticatedAccount> {
  const attempt: Attempt = { emailKey: toEmailKey(login.email), network: networkOf(login.origin.address) };
  const verified = await desk.together(() => desk.inTurn(() => verify(database, desk, attempt, login.password)));
  const { account, failures, rehashed } = verified;
  const isStillRight = await loginHistory.record(database, {
    accountId: account.id,
    credentialVersion: account.credential_version,
    origin: login.origin,
    viaRemember: false,
    now: desk.clock(),
  });
  if (!isStillRight) return refuse(database, desk, attempt);
  if (failures > 0) await forgetFailures(database, attempt.emailKey);
  if (rehashed !== undefined) await replaceHash(database, account, rehashed);
  return account;
}

interface Credentials extends AuthenticatedAccount {
  readonly password_hash: string;
}

/** Whose password was right, and what is to be done once the login is written down. */
interface Verified {
  readonly account: Credentials;
  readonly failures: number;
  readonly rehashed: string | undefined;
}

/** Throws like `logIn`, and remembers a failure. */
async function verify(database: Database, desk: LoginService, attempt: Attempt, password: string): Promise<Verified> {
  const failures = await refuseTooMany(database, attempt, desk.clock(), desk.limitPerMinute);
  const [account] = await byEmail(database, { emailKey: attempt.emailKey });
  const isRight = await desk.hasher.verify(account?.password_hash ?? DUMMY_HASH, password);
  if (account === undefined || !isRight) return refuse(database, desk, attempt);
  const rehashed = isOutdated(account.password_hash) ? await desk.hasher.hash(password) : undefined;
  return { account, failures, rehashed };
}

const byEmail = prepare((database, value: ValueOf<{ emailKey: string }>) =>
  database
    .selectFrom("accounts")
    .select(["id", "password_hash", "credential_version"])
    .where("email_key", "=", value("emailKey"))
    .where("active", "=", 1)
    .where("deleted_at", "is", null),
);

/** Replaces a hash that was made with less than is asked for today, unless somebody else has replaced it meanwhile. */
async function replaceHash(database: Database, { id, password_hash }: Credentials, rehashed: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ password_hash: rehashed })
    .where("id", "=", id)
    .where("password_hash", "=", password_hash)
    .execute();
}

async function refuse(database: Database, { clock }: LoginService, attempt: Attempt): Promise<never> {
  await recordFailure(database, attempt, clock());
  throw new Failure("unauthenticated", "Invalid Email or Password.");
}
