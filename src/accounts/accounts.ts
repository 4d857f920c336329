import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { toEmailKey } from "../mail/email-key.ts";
import { ACCOUNT_COLUMNS, type Account, selectAccounts } from "./account.ts";
import * as accountAudit from "./account-audit.ts";
import {
  type AccountUpdate,
  type Condition,
  getForUpdate,
  nextCredentialVersion,
  notFound,
  translateTakenEmail,
  write,
} from "./account-row.ts";
import * as administrators from "./administrators.ts";
import type { Level } from "./levels.ts";
import * as addressNotice from "./links/address-notice.ts";
import * as links from "./links/one-time-links.ts";
import * as loginHistory from "./login/login-history.ts";
import { INTERNAL } from "./login/password-queue.ts";
import * as passwords from "./login/passwords.ts";
import * as memberships from "./memberships.ts";
import { assertAcceptable } from "./password-rules.ts";
import * as settings from "./settings.ts";

type Clock = () => number;

/** Input of `create`. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly level?: Level | undefined;
  readonly locale?: "en" | "sv" | undefined;
  readonly active?: boolean | undefined;
  /** Date or date-time of registration, ISO 8601; defaults to now. */
  readonly date?: string | undefined;
  /** The client's network, for the password queue; undefined on the command line. */
  readonly network?: string | undefined;
}

/** Fields to change; the others stay as they are. */
export interface AccountChange {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly locale?: "en" | "sv" | undefined;
  readonly active?: boolean | undefined;
  readonly level?: Level | undefined;
  readonly password?: string | undefined;
  /** As in `NewAccount`. */
  readonly network?: string | undefined;
  readonly settings?: settings.SettingsChange | undefined;
}

/**
 * Creates an account. Throws `taken` if another account has the e-mail address, `invalid` for a
 * password that is easy to guess, and `unavailable` while too many passwords wait to be hashed.
 */
export async function create(database: Database, clock: Clock, account: NewAccount): Promise<Account> {
  return createWithHash(database, clock, account, await hashPassword(account));
}

/** Hashes the password of a new or existing account. Throws `invalid` and `unavailable` like `create`. */
export async function hashPassword(
  account: Pick<NewAccount, "email" | "name" | "password" | "network">,
): Promise<string> {
  const { password, network = INTERNAL } = account;
  await assertAcceptable(password, account);
  return passwords.hash(password, network);
}

/** Like `create`, but takes the hash of the password. */
export async function createWithHash(
  database: Database,
  clock: Clock,
  { email, name, level = 1, locale = "en", active = true, date }: Omit<NewAccount, "password" | "network">,
  passwordHash: string,
): Promise<Account> {
  const now = clock();
  const registeredAt = date === undefined ? now : Date.parse(date);
  return translateTakenEmail(() =>
    inTransaction(database, async (transaction) => {
      const account = await transaction
        .insertInto("accounts")
        .values({
          email,
          email_key: toEmailKey(email),
          name: name.trim(),
          locale,
          active: active ? 1 : 0,
          user_level: level,
          password_hash: passwordHash,
          registered_at: registeredAt,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        })
        .returning(ACCOUNT_COLUMNS)
        .executeTakeFirstOrThrow();
      accountAudit.recordCreated(transaction, account);
      return account;
    }),
  );
}

/** The account with this id; undefined also for a deleted one. */
export async function find(database: Database, id: number): Promise<Account | undefined> {
  return selectAccounts(database).where("id", "=", id).executeTakeFirst();
}

/** The account with this e-mail address; undefined also for a deleted one. */
export async function findByEmail(database: Database, email: string): Promise<Account | undefined> {
  return selectAccounts(database).where("email_key", "=", toEmailKey(email)).executeTakeFirst();
}

/** The active account with this name, the oldest one if there are several; names are case-sensitive. */
export async function findByName(database: Database, name: string): Promise<Account | undefined> {
  return selectAccounts(database)
    .where("name", "=", name)
    .where("active", "=", 1)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** The account with this id. Throws `notFound` also for a deleted one. */
export async function get(database: Database, id: number): Promise<Account> {
  const account = await find(database, id);
  if (account === undefined) throw notFound();
  return account;
}

/** Returns an account with its 20 newest logins, newest first. Throws `notFound`. */
export async function getProfile(
  database: Database,
  id: number,
): Promise<{ readonly account: Account; readonly logins: readonly loginHistory.LoginRow[] }> {
  return { account: await get(database, id), logins: await loginHistory.newest(database, id) };
}

/**
 * Changes the given fields. Another e-mail address is not confirmed, and the old one gets a notice. Another address, a
 * new password and a deactivation end all login tokens, sessions and mailed links of the account; see docs/data.md.
 * Throws `notFound`, `changed` if the account no longer has the version `ifVersion`, `taken` if another account has the
 * e-mail address, `conflict` if no active administrator would remain, and `invalid` and `unavailable` like `create`.
 */
export async function update(
  database: Database,
  clock: Clock,
  id: number,
  change: AccountChange,
  condition: Condition = {},
): Promise<Account> {
  // Before the transaction, because hashing is slow.
  const passwordHash = change.password === undefined ? undefined : await hashNew(database, id, change.password, change);
  const columns = toColumns(change, passwordHash);
  const demotes = change.active === false || (change.level !== undefined && change.level < administrators.LEVEL);
  const { before, after } = await translateTakenEmail(() =>
    inTransaction(database, async (transaction) => {
      const locked = demotes ? await administrators.lock(transaction) : undefined;
      const before = await getForUpdate(transaction, id, condition);
      if (Object.keys(columns).length === 0 && change.settings === undefined) return { before, after: before };
      if (locked !== undefined) administrators.assertNotLast(locked, before);
      if (change.settings !== undefined) await settings.change(transaction, id, change.settings);
      const isNewEmail = change.email !== undefined && toEmailKey(change.email) !== toEmailKey(before.email);
      const endsCredentials = isNewEmail || passwordHash !== undefined || change.active === false;
      // A link to the old address must not replace the password, nor one from before a deactivation.
      if (isNewEmail || change.active === false) await links.removeAll(transaction, id);
      const after = await write(transaction, id, {
        ...columns,
        ...(isNewEmail && { email_confirmed_at: null }),
        ...(endsCredentials && nextCredentialVersion(transaction, id)),
        updated_at: clock(),
      });
      accountAudit.recordUpdated(transaction, before, after, { isNewPassword: passwordHash !== undefined });
      return { before, after };
    }),
  );
  addressNotice.send(database, { ...before, isConfirmed: before.email_confirmed_at !== null }, after.email);
  return after;
}

/** Lets `map` change the groups of an account, unless it has none of its own. */
export async function changeGroups(
  transaction: Transaction,
  id: number,
  map: (groups: readonly settings.Group[]) => readonly settings.Group[],
): Promise<void> {
  // The lock makes this and `update` run one after the other.
  await getForUpdate(transaction, id, {});
  const { groups } = await settings.get(transaction, id);
  if (groups.length === 0) return;
  await settings.change(transaction, id, { groups: map(groups) });
  await write(transaction, id, {});
}

/**
 * Marks an account as deleted: its rows stay stored, except that it leaves the collections of others, where the
 * invitations that it may know end. Its keys, tokens and sessions become invalid, and its e-mail address can be
 * registered again. Throws `notFound`, `changed` and `conflict` like `update`.
 */
export async function remove(
  database: Database,
  clock: Clock,
  id: number,
  condition: Condition = {},
): Promise<Account> {
  return inTransaction(database, async (transaction) => {
    const locked = await administrators.lock(transaction);
    const current = await getForUpdate(transaction, id, condition);
    administrators.assertNotLast(locked, current);
    // Otherwise it would count towards the collaborators of the collections for ever.
    await memberships.leaveAll(transaction, id);
    accountAudit.recordOne(transaction, id, "account.delete");
    const now = clock();
    return write(transaction, id, { deleted_at: now, updated_at: now, ...nextCredentialVersion(transaction, id) });
  });
}

/** Hashes a new password of an account. Throws `notFound`, and `invalid` and `unavailable` like `create`. */
async function hashNew(database: Database, id: number, password: string, change: AccountChange): Promise<string> {
  const { email, name } = await get(database, id);
  await assertAcceptable(password, { email: change.email ?? email, name: change.name ?? name });
  return passwords.hash(password, change.network ?? INTERNAL);
}

/** The columns that a change writes. */
function toColumns(
  { email, name, locale, active, level }: AccountChange,
  passwordHash: string | undefined,
): AccountUpdate {
  return {
    ...(email !== undefined && { email, email_key: toEmailKey(email) }),
    ...(name !== undefined && { name: name.trim() }),
    ...(locale !== undefined && { locale }),
    ...(active !== undefined && { active: active ? 1 : 0 }),
    ...(level !== undefined && { user_level: level }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
  };
}
