import type { Database } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import { Failure } from "../../errors.ts";
import { networkOf } from "../../limits/network.ts";
import { toEmailKey } from "../account.ts";
import * as loginHistory from "../login-history.ts";
import { createQueue, type Queue } from "../password-queue.ts";
import { DUMMY_HASH, type Hasher, hasher, isOutdated } from "../passwords.ts";
import { THREADS } from "../thread-pool.ts";
import { type Attempt, assertNotThrottled, clearFailures, readFailures, recordFailure } from "./login-throttle.ts";
import { type Batch, createBatcher } from "./result-batcher.ts";

/**
 * Logins whose passwords are checked concurrently: enough to keep all threads busy, and few enough
 * that parallel guesses exceed the throttle by at most 3.
 */
const MAX_CONCURRENT_LOGINS = 4;

/**
 * How long a verified login may wait, in milliseconds, to be committed with others: about the time
 * of two password checks.
 */
const MAX_BATCH_DELAY_MS = 30;

/** Dependencies of `logIn`. */
export interface LoginService {
  readonly clock: () => number;
  readonly hasher: Hasher;
  /** Failed logins per minute and network. */
  readonly limitPerMinute: number;
  /** Runs at most 4 password checks concurrently. */
  readonly queue: Queue;
  /**
   * Releases verified logins in batches while more logins are running than there are threads, so
   * that one commit records several of them.
   */
  readonly batch: Batch;
}

/** Credentials that a client sent, and where the request came from. */
export interface Login {
  readonly email: string;
  readonly password: string;
  readonly origin: loginHistory.Origin;
}

/** An account whose password was verified, and the version of its credentials at that time. */
export interface AuthenticatedAccount {
  readonly id: number;
  readonly credential_version: number;
}

type Settings = Pick<LoginService, "clock" | "limitPerMinute"> & { readonly hasher?: Hasher };

/** Creates the service of one server, with its own queue. */
export function createLoginService(settings: Settings): LoginService {
  return {
    hasher,
    ...settings,
    queue: createQueue(MAX_CONCURRENT_LOGINS),
    batch: createBatcher(THREADS, MAX_BATCH_DELAY_MS),
  };
}

/**
 * Verifies a password and records the login. Throws the same `unauthenticated`, after the same
 * time, for unknown e-mail addresses, wrong passwords, and inactive and deleted accounts; `tooMany` after
 * too many failures; `unavailable` when the queue is full.
 */
export async function logIn(database: Database, service: LoginService, login: Login): Promise<AuthenticatedAccount> {
  const attempt: Attempt = { emailKey: toEmailKey(login.email), network: networkOf(login.origin.address) };
  const { account, hasFailures, newHash } = await service.batch(() =>
    service.queue(() => verify(database, service, attempt, login.password)),
  );
  const isRecorded = await loginHistory.record(database, {
    accountId: account.id,
    credentialVersion: account.credential_version,
    origin: login.origin,
    viaRemember: false,
    now: service.clock(),
  });
  // The account was deactivated, deleted or given another password while the password was verified.
  if (!isRecorded) return failLogin(database, service, attempt);
  if (hasFailures) await clearFailures(database, attempt.emailKey);
  if (newHash !== undefined) await replaceHash(database, account, newHash);
  return account;
}

interface Credentials extends AuthenticatedAccount {
  readonly password_hash: string;
}

/** A verified password, and what to write once the login is recorded. */
interface Verified {
  readonly account: Credentials;
  /** Whether the account has recorded failures to clear. */
  readonly hasFailures: boolean;
  /** Replaces a hash with outdated parameters. */
  readonly newHash: string | undefined;
}

async function verify(
  database: Database,
  service: LoginService,
  attempt: Attempt,
  password: string,
): Promise<Verified> {
  const now = service.clock();
  const failures = await readFailures(database, attempt, now, service.limitPerMinute);
  assertNotThrottled(failures, now);
  const [account] = await findCredentials(database, { emailKey: attempt.emailKey });
  const isCorrect = await service.hasher.verify(account?.password_hash ?? DUMMY_HASH, password);
  if (account === undefined || !isCorrect) return failLogin(database, service, attempt);
  const newHash = isOutdated(account.password_hash) ? await service.hasher.hash(password) : undefined;
  return { account, hasFailures: failures.count > 0, newHash };
}

const findCredentials = prepare((database, value: ValueOf<{ emailKey: string }>) =>
  database
    .selectFrom("accounts")
    .select(["id", "password_hash", "credential_version"])
    .where("email_key", "=", value("emailKey"))
    .where("active", "=", 1)
    .where("deleted_at", "is", null),
);

/** Stores a hash with current parameters, unless the hash was replaced since it was read. */
async function replaceHash(database: Database, { id, password_hash }: Credentials, newHash: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ password_hash: newHash })
    .where("id", "=", id)
    .where("password_hash", "=", password_hash)
    .execute();
}

/** Records a failed login, then throws `unauthenticated`. */
async function failLogin(database: Database, { clock }: LoginService, attempt: Attempt): Promise<never> {
  await recordFailure(database, attempt, clock());
  throw new Failure("unauthenticated", "Invalid Email or Password.");
}
