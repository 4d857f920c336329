import { randomUUID } from "node:crypto";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { Failure } from "#contract/failure";
import { Blocked } from "../../database/core/failures.ts";
import { afterTransaction, type Database, type Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Time } from "../../database/schema/columns.ts";

// How a change of many rows keeps nobody from writing for long:
//
// Some engines have one writer. A change that records what it does in an undo step calls `Step.pause` between its
// parts. If others have waited for long, that commits what is done so far, and continues in another
// transaction with the same handle. Until the change has ended, `libraries.unfinished_step` is its undo step:
// changes of the same library wait, so that none builds on a half. If the change fails, what it has
// committed is reverted from the undo step, again in parts. After a crash the cleanup worker does that. A removal of
// collections, and the undo of one, is completed instead (see `library/undo/completion.ts`).
// Most changes take one transaction, and store nothing of this; where others can write meanwhile, all do.

/** How long a process may take between two parts before others suppose that it crashed, in milliseconds. */
const LEASE_MS = 10_000;

/** Changes of a library that wait until a long one has ended; more of them fail. */
const MAX_WAITING = 100;

/** Identifies this process. */
const HOLDER = randomUUID();

type Clock = () => number;

/** An unfinished change. */
export interface Unfinished {
  readonly accountId: number;
  /** The undo step that has recorded what the change has done. */
  readonly stepId: number;
}

/** Reverts what an unfinished change has committed, or completes it, and ends it. */
export type Recover = (database: Database, clock: Clock, unfinished: Unfinished) => Promise<void>;

/** A change that may be committed in parts. */
interface LongChange {
  readonly accountId: number;
  readonly recover: Recover;
  /** Set when the first part is committed. */
  stepId: number | undefined;
}

/** By transaction. Null: it has made another change, which would be committed too, so that it must not pause. */
const open = new WeakMap<Transaction, LongChange | null>();

/** Those that wait for a long change of this process. */
interface Gate {
  readonly ended: Promise<void>;
  waiting: number;
}

/** By the adapter of the database, then by account. */
const gates = new WeakMap<object, Map<number, Gate>>();

/**
 * Lets a change pause, unless its transaction has made another one; returns whether. `recover` reverts it if it fails
 * after that.
 */
export function begin(transaction: Transaction, accountId: number, recover: Recover): boolean {
  if (open.has(transaction)) return false;
  open.set(transaction, { accountId, recover, stepId: undefined });
  return true;
}

/** Throws `unavailable` if the library has an unfinished change, unless this transaction makes it. */
export function assertNotBlocked(transaction: Transaction, { accountId, stepId }: Unfinished): void {
  const own = open.get(transaction);
  if (own?.accountId === accountId && own.stepId === stepId) return;
  const gate = gatesOf(transaction).get(accountId);
  if (gate !== undefined) gate.waiting += 1;
  const ended = gate !== undefined && gate.waiting <= MAX_WAITING ? gate.ended : undefined;
  throw new Failure("unavailable", "Another change of this account is in progress. Try again in a moment.", {
    reason: "change-in-progress",
    retryAfter: 1,
    cause: new Blocked(ended),
  });
}

/** Whether an error is that of `assertNotBlocked`. */
export function isBlocked(error: unknown): boolean {
  return error instanceof Failure && error.cause instanceof Blocked;
}

/** Whether a change should pause, because others have waited for long, and may. */
export async function isPauseDue(transaction: Transaction): Promise<boolean> {
  const change = open.get(transaction);
  return change !== undefined && change !== null && (await engineOf(transaction).shouldPause(transaction));
}

/**
 * Commits what a change has done so far if others have waited for long, and continues in a new transaction. What it has
 * changed must be recorded in the undo step. Throws `unavailable` if another process has reverted it meanwhile.
 */
export async function pauseIfDue(transaction: Transaction, clock: Clock, stepId: number): Promise<void> {
  const change = open.get(transaction);
  if (change === undefined || change === null || !(await isPauseDue(transaction))) return;
  const unfinished = { accountId: change.accountId, stepId };
  if (change.stepId === undefined) {
    change.stepId = stepId;
    await store(transaction, clock, unfinished);
    close(transaction, clock, unfinished, change.recover);
  }
  await engineOf(transaction).pause(transaction);
  if (!(await renew(transaction, clock, unfinished))) throw lost();
}

/** Like `pauseIfDue`, for the reversal of a change that failed, which has no undo step of its own. */
export async function pauseRecovery(transaction: Transaction, clock: Clock, unfinished: Unfinished): Promise<void> {
  if (!(await engineOf(transaction).shouldPause(transaction))) return;
  await engineOf(transaction).pause(transaction);
  if (!(await renew(transaction, clock, unfinished))) throw lost();
}

/** Ends a change, in its last transaction. `isLong`: what `begin` has returned. */
export async function finish(transaction: Transaction, isLong: boolean): Promise<void> {
  const change = open.get(transaction);
  const isPartOfLong = change !== undefined && change !== null && !isLong;
  if (isPartOfLong) return;
  open.set(transaction, null);
  if (change?.stepId === undefined) return;
  await end(transaction, { accountId: change.accountId, stepId: change.stepId });
}

/** When the transaction has ended: reverts the change if it failed, and lets waiting changes continue. */
function close(transaction: Transaction, clock: Clock, unfinished: Unfinished, recover: Recover): void {
  const { accountId } = unfinished;
  const ofDatabase = gatesOf(transaction);
  const { promise, resolve } = Promise.withResolvers<void>();
  ofDatabase.set(accountId, { ended: promise, waiting: 0 });
  afterTransaction(transaction, async (database, isCommitted) => {
    // If this fails too, the cleanup worker does it later.
    if (!isCommitted) await recover(database, clock, unfinished).catch(() => {});
    ofDatabase.delete(accountId);
    resolve();
  });
}

function gatesOf(transaction: Transaction): Map<number, Gate> {
  const { adapter } = transaction.getExecutor();
  const found = gates.get(adapter) ?? new Map<number, Gate>();
  gates.set(adapter, found);
  return found;
}

async function store(transaction: Transaction, clock: Clock, { accountId, stepId }: Unfinished): Promise<void> {
  await transaction
    .updateTable("libraries")
    .set({ unfinished_step: stepId, unfinished_by: HOLDER, unfinished_until: clock() + LEASE_MS })
    .where("account_id", "=", accountId)
    .execute();
}

/**
 * Extends the time in which only this process may continue or revert a change. Raises the version of the library, because
 * what follows changes it. Returns false if this process may not.
 */
export async function renew(
  transaction: Transaction,
  clock: Clock,
  { accountId, stepId }: Unfinished,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("libraries")
    .set(({ eb }) => ({ version: eb("version", "+", 1), unfinished_until: clock() + LEASE_MS }))
    .where("account_id", "=", accountId)
    .where("unfinished_step", "=", stepId)
    .where("unfinished_by", "=", HOLDER)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The failure of a change that this process was supposed to have given up. */
function lost(): Failure {
  return new Failure("unavailable", "This change took too long. Try again in a moment.", {
    reason: "change-too-slow",
    retryAfter: 1,
  });
}

/** Records that a change has ended, or is reverted. */
export async function end(transaction: Transaction, { accountId, stepId }: Unfinished): Promise<void> {
  await transaction
    .updateTable("libraries")
    .set({ unfinished_step: null, unfinished_by: null, unfinished_until: null })
    .where("account_id", "=", accountId)
    .where("unfinished_step", "=", stepId)
    .execute();
}

/**
 * The unfinished changes of processes that have crashed. One that ends later than any of now was stored while the clock
 * was ahead.
 */
export function selectAbandoned(database: Database, now: Time | RawBuilder<number>) {
  return database
    .selectFrom("libraries")
    .select(["account_id as accountId", "unfinished_step as stepId"])
    .where("unfinished_step", "is not", null)
    .where(isAbandoned(now));
}

function isAbandoned(now: Time | RawBuilder<number>) {
  return sql<SqlBool>`(unfinished_until <= ${now} or unfinished_until - ${sql.lit(LEASE_MS)} > ${now})`;
}

/** Takes over an unfinished change of a process that has crashed; undefined if there is none. */
export async function takeAbandoned(database: Database, clock: Clock): Promise<Unfinished | undefined> {
  const now = clock();
  const found = await selectAbandoned(database, now).limit(1).executeTakeFirst();
  if (found === undefined || found.stepId === null) return undefined;
  const { accountId, stepId } = found;
  const { numUpdatedRows } = await database
    .updateTable("libraries")
    .set({ unfinished_by: HOLDER, unfinished_until: now + LEASE_MS })
    .where("account_id", "=", accountId)
    .where("unfinished_step", "=", stepId)
    .where(isAbandoned(now))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? { accountId, stepId } : undefined;
}
