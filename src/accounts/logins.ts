import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { toEmailKey } from "./accounts.ts";
import { type Attempt, forgetFailures, networkOf, recordFailure, refuseTooMany } from "./login-throttle.ts";
import { DUMMY_HASH, type Hasher, hasher, isOutdated } from "./passwords.ts";
import { AT_ONCE, createQueue, type Queue } from "./queue.ts";
import { issue, type TokenDesk } from "./tokens.ts";

/** The most characters that are kept of what a client says of itself. */
const KEPT = 1_024;

/** Where people log in: what it takes, and how many at a time. */
export interface LoginDesk extends TokenDesk {
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
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string;
}

/** A desk that works on a few logins at a time; the other parts are given. */
export function openLoginDesk(parts: TokenDesk & { limitPerMinute: number; hasher?: Hasher }): LoginDesk {
  return { hasher, ...parts, inTurn: createQueue(AT_ONCE) };
}

/**
 * Checks a password and gives back a token. Unknown addresses, wrong passwords, inactive and deleted accounts are the same
 * `unauthenticated`, in the same time. Throws `tooMany` where failures have to wait.
 */
export async function logIn(database: Database, desk: LoginDesk, login: Login): Promise<string> {
  return desk.inTurn(async () => {
    const attempt: Attempt = { emailKey: toEmailKey(login.email), network: networkOf(login.address) };
    await refuseTooMany(database, attempt, desk.clock(), desk.limitPerMinute);
    const account = await findByEmail(database, attempt.emailKey);
    const isRight = await desk.hasher.verify(account?.password_hash ?? DUMMY_HASH, login.password);
    if (account === undefined || !isRight) return refuse(database, desk, attempt);

    const rehashed = isOutdated(account.password_hash) ? await desk.hasher.hash(login.password) : undefined;
    const isStillRight = await database
      .transaction()
      .execute((transaction) => admit(transaction, desk, login, account, rehashed));
    return isStillRight ? issue(desk, account.id, account.credential_version) : refuse(database, desk, attempt);
  });
}

interface Credentials {
  readonly id: number;
  readonly password_hash: string;
  readonly credential_version: number;
}

async function findByEmail(database: Database, emailKey: string): Promise<Credentials | undefined> {
  return database
    .selectFrom("accounts")
    .select(["id", "password_hash", "credential_version"])
    .where("email_key", "=", emailKey)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Records the login. False, and nothing is written, when the account has been changed since its password was read. */
async function admit(
  transaction: Transaction,
  { clock }: LoginDesk,
  { email, address, userAgent, referer }: Login,
  { id, password_hash, credential_version }: Credentials,
  rehashed: string | undefined,
): Promise<boolean> {
  const account = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", id)
    .where("credential_version", "=", credential_version)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) return false;
  await transaction
    .insertInto("logins")
    .values({
      account_id: id,
      ip_address: address.slice(0, KEPT),
      user_agent: userAgent.slice(0, KEPT),
      referer: referer.slice(0, KEPT),
      via_remember: 0,
      created_at: clock(),
    })
    .execute();
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

async function refuse(database: Database, { clock }: LoginDesk, attempt: Attempt): Promise<never> {
  await recordFailure(database, attempt, clock());
  throw new Failure("unauthenticated", "Invalid Email or Password.");
}
