import { Failure } from "#contract/failure";
import * as accountAudit from "../accounts/account-audit.ts";
import { getForUpdate, nextCredentialVersion, write } from "../accounts/account-row.ts";
import * as apiKeys from "../accounts/api-keys.ts";
import * as links from "../accounts/links/one-time-links.ts";
import * as memberships from "../accounts/memberships.ts";
import { record } from "../audit/record.ts";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import * as library from "../library/library.ts";
import * as reminders from "../reminders/settings.ts";
import * as webhooks from "../webhooks/webhooks.ts";

type Clock = () => number;

/** What an eviction has ended. */
export interface Evicted {
  readonly keys: number;
  readonly webhooks: number;
  /** Whether the calendar of its reminders had an address. */
  readonly calendar: boolean;
  /** Collections of the account that others could use, or were invited to. */
  readonly shared: number;
  /** Collections of others that the account could use. */
  readonly joined: number;
}

/** Whether an eviction has ended anything that the account's owner could know of. */
export function hasEnded({ keys, webhooks, calendar, shared, joined }: Evicted): boolean {
  return calendar || keys + webhooks + shared + joined > 0;
}

/** How an eviction is done. */
export interface EvictionOptions {
  /** Whether the public collections of the account become private. */
  readonly unpublishes: boolean;
}

/** Collections that one transaction changes: few, because each may have 1,000 collaborators. */
const COLLECTIONS_PER_TRANSACTION = 20;

/**
 * Ends whatever gives access to an account, except for its password: login tokens, sessions, mailed links, API keys,
 * webhooks, the address of its calendar, known networks, the collaborators of its collections and the invitations to them, and what it may do in
 * collections of others. Throws `notFound`.
 */
export async function evictAll(database: Database, clock: Clock, accountId: number): Promise<Evicted> {
  return evict(database, clock, accountId, { unpublishes: false }, async (transaction) => {
    await getForUpdate(transaction, accountId, {});
    await write(transaction, accountId, { ...nextCredentialVersion(transaction, accountId), updated_at: clock() });
    accountAudit.recordOne(transaction, accountId, "session.end-all");
  });
}

/**
 * Like `evictAll`, but in the transaction of `endCredentials`, which locks the account and increments its credential
 * version. From then on its requests change nothing that is audited, so what they made before is all there is. Most
 * of it ends before, in short transactions.
 */
export async function evict(
  database: Database,
  clock: Clock,
  accountId: number,
  { unpublishes }: EvictionOptions,
  endCredentials: (transaction: Transaction) => Promise<void>,
): Promise<Evicted> {
  const early = await endContacts(database, clock, accountId, unpublishes);
  return inTransaction(database, async (transaction) => {
    // First, as in changes of collections, to avoid deadlocks. Nobody joins one of its collections meanwhile.
    await library.lock(transaction, accountId);
    await endCredentials(transaction);
    await links.removeAll(transaction, accountId);
    for (const table of ["sessions", "known_networks"] as const) {
      await transaction.deleteFrom(table).where("account_id", "=", accountId).execute();
    }
    const keys = await apiKeys.revokeAll(transaction, clock, accountId);
    const calendar = await reminders.removeCalendar(transaction, accountId);
    const late = await endContacts(transaction, clock, accountId, unpublishes);
    return {
      keys,
      webhooks: early.webhooks + late.webhooks,
      calendar,
      shared: early.shared + late.shared,
      joined: early.joined + late.joined,
    };
  });
}

/** Ends what connects an account with others: webhooks, shared collections and, if `unpublishes`, public ones. */
async function endContacts(
  database: Database,
  clock: Clock,
  accountId: number,
  unpublishes: boolean,
): Promise<Omit<Evicted, "keys" | "calendar">> {
  const ended = await webhooks.list(database, accountId);
  for (const { id } of ended) {
    // Another reset of the same account may have removed it.
    await webhooks.remove(database, accountId, id).catch(ignoreNotFound);
  }
  const shared = await endShares(database, accountId);
  const joined = await inTransaction(database, (transaction) => memberships.leaveAll(transaction, accountId));
  if (unpublishes) await unpublishAll(database, clock, accountId);
  return { webhooks: ended.length, shared, joined };
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Failure && error.kind === "notFound")) throw error;
}

/** Ends all invitations to the collections of an account, and the access of all collaborators. */
async function endShares(database: Database, accountId: number): Promise<number> {
  for (let count = 0; ; ) {
    const ids = await listShared(database, accountId);
    if (ids.length === 0) return count;
    await library.change(database, accountId, async (transaction) => {
      for (const id of ids) await endShare(transaction, accountId, id);
    });
    count += ids.length;
  }
}

/** Some collections of an account that others may use, or to which somebody is invited. */
async function listShared(database: Database, accountId: number): Promise<number[]> {
  const shared = await database
    .selectFrom("collaborators")
    .innerJoin("collections", "collections.id", "collaborators.collection_id")
    .select("collection_id as id")
    .where("collections.account_id", "=", accountId)
    .union(database.selectFrom("invitations").select("collection_id as id").where("account_id", "=", accountId))
    .limit(COLLECTIONS_PER_TRANSACTION)
    .execute();
  return shared.map(({ id }) => id);
}

async function endShare(transaction: Transaction, accountId: number, id: number): Promise<void> {
  const deleteFrom = async (table: "collaborators" | "invitations") => {
    const deleted = transaction.deleteFrom(table).where("collection_id", "=", id);
    return Number((await deleted.executeTakeFirstOrThrow()).numDeletedRows);
  };
  const details = { collaborators: await deleteFrom("collaborators"), invitations: await deleteFrom("invitations") };
  record(transaction, { action: "share.end", accountId, target: { kind: "collection", id }, details });
}

/** Makes all public collections of an account private. */
async function unpublishAll(database: Database, clock: Clock, accountId: number): Promise<void> {
  for (;;) {
    const found = await database
      .selectFrom("collections")
      .select("id")
      .where("account_id", "=", accountId)
      .where("public", "=", 1)
      .limit(COLLECTIONS_PER_TRANSACTION)
      .execute();
    if (found.length === 0) return;
    await library.change(database, accountId, async (transaction) => {
      for (const { id } of found) {
        const columns = { public: 0, updated_at: clock() } as const;
        await transaction.updateTable("collections").set(columns).where("id", "=", id).execute();
        record(transaction, { action: "collection.unpublish", accountId, target: { kind: "collection", id } });
      }
    });
  }
}
