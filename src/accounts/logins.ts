import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { Failure } from "../errors.ts";
import { networkOf } from "../network.ts";
import { toEmailKey } from "./account.ts";
import * as loginHistory from "./login-history.ts";
import { type Attempt, forgetFailures, recordFailure, refuseTooMany } from "./login-throttle.ts";
import { DUMMY_HASH, type Hasher, hasher, isOutdated } from "./passwords.ts";
import { createQueue, type Queue } from "./queue.ts";

/** Where people log in: what it takes, and how many at a time. */
export interface LoginDesk {
  readonly clock: () => number;
  readonly hasher: Hasher;
  /** Failed logins a minute and network. */
  readonly limitPerMinute: number;
  /** Bounds by how much a storm of guesses oversteps the throttle. */
  readonly inTurn: Queue;
}

/** What a client sends to log in, and what is known of it. */
export interface Login {
  readonly email: string;
  readonly password: string;
  readonly origin: loginHistory.Origin;
}

/** Who has shown the right password, and under which version of the account's credentials. */
export interface Admitted {
  readonly id: number;
  readonly credential_version: number;
}

/** So many that passwords are hashed while others look up and write down, and so few that a storm of guesses oversteps the throttle by three at most. */
const LOGINS_AT_ONCE = 4;

/** A desk that works on a few logins at a time; the other parts are given. */
export function openLoginDesk(parts: Omit<LoginDesk, "hasher" | "inTurn"> & { hasher?: Hasher }): LoginDesk {
  return { hasher, ...parts, inTurn: createQueue(LOGINS_AT_ONCE) };
}

/**
 * Checks a password and writes the login down. Unknown addresses, wrong passwords, inactive and deleted accounts are the same
 * `unauthenticated`, in the same time. Throws `tooMany` where failures have to wait.
 */
export async function logIn(database: Database, desk: LoginDesk, login: Login): Promise<Admitted> {
  return desk.inTurn(async () => {
    const attempt: Attempt = { emailKey: toEmailKey(login.email), network: networkOf(login.origin.address) };
    await refuseTooMany(database, attempt, desk.clock(), desk.limitPerMinute);
    const [account] = await byEmail(database, { emailKey: attempt.emailKey });
    const isRight = await desk.hasher.verify(account?.password_hash ?? DUMMY_HASH, login.password);
    if (account === undefined || !isRight) return refuse(database, desk, attempt);

    const rehashed = isOutdated(account.password_hash) ? await desk.hasher.hash(login.password) : undefined;
    const isStillRight = await database
      .transaction()
      .execute((transaction) => admit(transaction, desk, login, account, rehashed));
    return isStillRight ? account : refuse(database, desk, attempt);
  });
}

interface Credentials extends Admitted {
  readonly password_hash: string;
}

const byEmail = prepare((database, value: ValueOf<{ emailKey: string }>) =>
  database
    .selectFrom("accounts")
    .select(["id", "password_hash", "credential_version"])
    .where("email_key", "=", value("emailKey"))
    .where("active", "=", 1)
    .where("deleted_at", "is", null),
);

/** Records the login. False, and nothing is written, when the account has been changed since its password was read. */
async function admit(
  transaction: Transaction,
  { clock }: LoginDesk,
  { email, origin }: Login,
  { id, password_hash, credential_version }: Credentials,
  rehashed: string | undefined,
): Promise<boolean> {
  const [account] = await held(transaction, { id, credentialVersion: credential_version });
  if (account === undefined) return false;
  await loginHistory.record(transaction, { accountId: id, origin, viaRemember: false, now: clock() });
  await forgetFailures(transaction, toEmailKey(email));
  if (rehashed !== undefined)
    await transaction
      .updateTable("accounts")
      .set({ password_hash: rehashed })
      .where("id", "=", id)
      .where("password_hash", "=", password_hash)
      .execute();
  return true;
}

const held = prepare((database, value: ValueOf<{ id: number; credentialVersion: number }>) =>
  database
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", value("id"))
    .where("credential_version", "=", value("credentialVersion"))
    .forUpdate(),
);

async function refuse(database: Database, { clock }: LoginDesk, attempt: Attempt): Promise<never> {
  await recordFailure(database, attempt, clock());
  throw new Failure("unauthenticated", "Invalid Email or Password.");
}
