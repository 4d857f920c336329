import { Failure } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import type { Database } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import type { Time } from "../../database/schema/columns.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import * as knownNetworks from "./known-networks.ts";
import * as loginHistory from "./login-history.ts";
import * as throttle from "./login-throttle.ts";
import { createQueue, type Queue } from "./password-queue.ts";
import type { Hasher } from "./passwords.ts";
import * as passwords from "./passwords.ts";
import { type Batch, createBatcher } from "./result-batcher.ts";
import { THREADS } from "./thread-pool.ts";

/** How many passwords keep all threads busy: one for each, and the next one. */
const BUSY = THREADS + 1;

/** Maximum concurrent logins: two more, whose results are held back, or whose attempts are being stored. */
export const MAX_CONCURRENT_LOGINS = BUSY + 2;

/** Maximum delay of a result, in milliseconds: more than two password checks take under load. */
const MAX_BATCH_DELAY_MS = 30;

/** Dependencies of `logIn`. */
export interface LoginService {
  readonly clock: () => number;
  readonly hasher: Hasher;
  /** Maximum failed logins per minute from one network. */
  readonly limitPerMinute: number;
  /** Limits concurrent logins. Networks take turns. */
  readonly queue: Queue;
  /**
   * Returns the results of password checks two at a time while others keep all threads busy, so that they are stored in
   * one batch, if possible with the attempts that take their places in the queue.
   */
  readonly batch: Batch;
}

/** Credentials, and the client that sent them. */
export interface Login {
  readonly email: string;
  readonly password: string;
  readonly client: loginHistory.LoginClient;
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
    hasher: passwords.hasher,
    ...settings,
    queue: createQueue(MAX_CONCURRENT_LOGINS),
    batch: createBatcher(BUSY, MAX_BATCH_DELAY_MS),
  };
}

/**
 * Verifies a password and records the login. Throws the same `unauthenticated`, in the same time,
 * for unknown e-mail addresses, wrong passwords, and inactive and deleted accounts; `tooMany` after
 * too many failures; `unavailable` when the queue is full.
 */
export async function logIn(database: Database, service: LoginService, login: Login): Promise<AuthenticatedAccount> {
  const { attempt, account, newHash } = await verifyInTurn(database, service, login);
  const now = service.clock();
  // Issued in the same turn of the event loop, so that they are written in one batch.
  const [isRecorded] = await Promise.all([
    loginHistory.record(database, {
      accountId: account.id,
      credentialVersion: account.credential_version,
      client: login.client,
      viaRemember: false,
      now,
    }),
    throttle.succeed(database, attempt),
  ]);
  // The account was deactivated, deleted or given another password while the password was verified.
  if (!isRecorded) throw invalidCredentials();
  if (newHash !== undefined) await replaceHash(database, account, newHash);
  await knownNetworks.remember(database, account.id, attempt.network, account.known_at, now);
  return account;
}

/**
 * Verifies the password of an account that is signed in, before a sensitive change. Throws `wrongPassword()` if it is
 * wrong, and otherwise like `logIn`. Is throttled like `logIn`, but records no login.
 */
export async function confirmPassword(
  database: Database,
  service: LoginService,
  login: Login,
  wrongPassword: () => Failure,
): Promise<void> {
  try {
    const { attempt } = await verifyInTurn(database, service, login);
    await throttle.succeed(database, attempt);
  } catch (error) {
    throw error instanceof Failure && error.kind === "unauthenticated" ? wrongPassword() : error;
  }
}

interface Credentials extends AuthenticatedAccount {
  readonly password_hash: string;
  /** Last login from the network of the attempt; null if there was none. */
  readonly known_at: Time | null;
}

/** A verified password, and what to write once the login is recorded. */
interface Verified {
  /** It counts as a failure until `throttle.succeed`. */
  readonly attempt: throttle.AdmittedAttempt;
  readonly account: Credentials;
  /** The hash to store instead of an outdated one; undefined if the stored hash is current. */
  readonly newHash: string | undefined;
}

/** Verifies a password when the queue reaches it. */
async function verifyInTurn(database: Database, service: LoginService, login: Login): Promise<Verified> {
  const attempt = { emailKey: toEmailKey(login.email), network: networkOf(login.client.address) };
  return service.queue(attempt.network, () => verify(database, service, attempt, login.password));
}

async function verify(
  database: Database,
  service: LoginService,
  { emailKey, network }: throttle.Attempt,
  password: string,
): Promise<Verified> {
  const now = service.clock();
  const [account] = await findCredentials(database, { emailKey, network });
  const fromKnown = knownNetworks.isKnown(account?.known_at ?? null, now);
  const attempt = await throttle.admit(
    database,
    service.clock,
    { emailKey, network, fromKnown },
    service.limitPerMinute,
  );
  try {
    const stored = account?.password_hash ?? passwords.DUMMY_HASH;
    const { isCorrect, isOutdated } = await service.batch(() =>
      passwords.verify(stored, password, network, service.hasher),
    );
    if (account === undefined || !isCorrect) {
      await throttle.fail(database, service.clock, attempt);
      throw invalidCredentials();
    }
    const newHash = isOutdated ? await passwords.hash(password, network, service.hasher) : undefined;
    return { attempt, account, newHash };
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "unauthenticated")) await throttle.withdraw(database, attempt);
    throw error;
  }
}

const findCredentials = prepare((database, value: ValueOf<{ emailKey: string; network: string }>) =>
  database
    .selectFrom("accounts")
    .leftJoin("known_networks", (join) =>
      join.onRef("account_id", "=", "accounts.id").on("network", "=", value("network")),
    )
    .select(["id", "password_hash", "credential_version", "used_at as known_at"])
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

function invalidCredentials(): Failure {
  return new Failure("unauthenticated", "Invalid Email or Password.", { reason: "credentials-wrong" });
}
