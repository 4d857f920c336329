import { beforeCommit, type Database, inTransaction, type Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Action } from "./action.ts";
import * as credentials from "./credentials.ts";
import { type EventRow, hashOf, salted } from "./event-row.ts";
import { currentOrigin, type Origin } from "./origin.ts";

type Value = string | number | boolean | null;

/** Values by name. A change is an object with the values before and after it. */
export type Details = Readonly<Record<string, Value | { readonly from: Value; readonly to: Value }>>;

/** What happened. Who did it, from where and when is that of `currentOrigin`. */
export interface NewEvent {
  readonly action: Action;
  /** The account that the event is about, whose owner may read it; null if it is about none. */
  readonly accountId: number | null;
  readonly target: {
    readonly kind:
      | "account"
      | "key"
      | "session"
      | "collection"
      | "webhook"
      | "calendar"
      | "setting"
      | "limit"
      | "backup"
      | "data";
    readonly id: string | number;
  };
  /** Must contain no secret and no personal data. */
  readonly details?: Details;
  /** Personal data of `accountId`, such as names and e-mail addresses: erased with the account. Must contain no secret. */
  readonly personal?: Details;
}

interface Pending {
  readonly event: NewEvent;
  readonly origin: Origin;
  readonly now: number;
}

const pendingIn = new WeakMap<Transaction, Pending[]>();

/** Maximum stored length of the IP address and user agent of a client. */
const MAX_LENGTH = 255;

/** The target of events that are about an account as a whole. */
export function accountTarget(id: number): NewEvent["target"] {
  return { kind: "account", id };
}

/**
 * Records an event with the changes of a transaction that `inTransaction` opened: both are stored, or neither. The
 * event is written just before the commit, because from then on all other transactions with events wait. The
 * transaction throws `unauthenticated`, and nothing is stored, if the credentials of the actor have ended meanwhile.
 */
export function record(transaction: Transaction, event: NewEvent): void {
  const origin = currentOrigin();
  const entry = { event, origin, now: origin.clock() };
  const pending = pendingIn.get(transaction);
  if (pending !== undefined) pending.push(entry);
  else {
    const first = [entry];
    pendingIn.set(transaction, first);
    beforeCommit(transaction, () => append(transaction, first));
  }
}

/** `record` in a transaction of its own, for changes that are not in the database alone. */
export async function recordAlone(database: Database, event: NewEvent): Promise<void> {
  await inTransaction(database, async (transaction) => record(transaction, event));
}

/** Appends events to the chain. Throws `unauthenticated` if the credentials of an actor have ended. */
async function append(transaction: Transaction, pending: readonly Pending[]): Promise<void> {
  for (const origin of new Set(pending.map((entry) => entry.origin))) {
    await credentials.assertCurrent(transaction, origin);
  }
  const [head] = await lockHead(transaction, {});
  let { count, hash } = head ?? { count: 0, hash: "" };
  for (const entry of pending) {
    count += 1;
    const row = toRow(count, hash, entry);
    await insert(transaction, row);
    hash = row.hash;
  }
  await updateHead(transaction, { count, hash });
}

/** Reads the end of the chain, and locks it until the transaction ends. */
const lockHead = prepare((database) =>
  database
    .insertInto("audit_head")
    .values({ id: 1, count: 0, hash: "" })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(({ ref }) => ({ id: ref("audit_head.id") })))
    .returning(["count", "hash"]),
);

const updateHead = prepare((database, value: ValueOf<{ count: number; hash: string }>) =>
  database.updateTable("audit_head").set({ count: value("count"), hash: value("hash") }),
);

const insert = prepare((database, value: ValueOf<EventRow>) =>
  database.insertInto("audit_events").values({
    id: value("id"),
    occurred_at: value("occurred_at"),
    actor: value("actor"),
    actor_id: value("actor_id"),
    via: value("via"),
    credential: value("credential"),
    action: value("action"),
    account_id: value("account_id"),
    target_kind: value("target_kind"),
    target_id: value("target_id"),
    details: value("details"),
    client: value("client"),
    client_salt: value("client_salt"),
    client_hash: value("client_hash"),
    personal: value("personal"),
    personal_salt: value("personal_salt"),
    personal_hash: value("personal_hash"),
    previous_hash: value("previous_hash"),
    hash: value("hash"),
  }),
);

function toRow(id: number, previousHash: string, { event, origin, now }: Pending): EventRow {
  const { action, accountId, target, details = {}, personal = null } = event;
  const client = salted(origin.client === null ? null : shortened(origin.client));
  const ofAccount = salted(personal);
  const row = {
    id,
    occurred_at: now,
    actor: origin.actor,
    actor_id: origin.accountId,
    via: origin.via,
    credential: origin.credential,
    action,
    account_id: accountId,
    target_kind: target.kind,
    target_id: String(target.id),
    details: JSON.stringify(details),
    client: client.text,
    client_salt: client.salt,
    client_hash: client.hash,
    personal: ofAccount.text,
    personal_salt: ofAccount.salt,
    personal_hash: ofAccount.hash,
    previous_hash: previousHash,
  };
  return { ...row, hash: hashOf(row) };
}

function shortened({ address, userAgent }: NonNullable<Origin["client"]>) {
  return { address: address.slice(0, MAX_LENGTH), userAgent: userAgent.slice(0, MAX_LENGTH) };
}
