import type { Transaction } from "../../database/database.ts";
import type { EventOf } from "./event-types.ts";
import * as outbox from "./outbox.ts";

/**
 * A change, for the webhooks of the account. `items` is left out if the ids are not known, as after a move of all items of
 * a collection; `collections` is `all` if they are not.
 */
export type RecordedChange = EventOf<{ readonly items?: readonly number[] }, readonly number[] | "all">;

/** Maximum ids of items, and of collections, in an event. */
export const MAX_IDS = 100;

/** The events of a change of one account, until they are written at its end. */
interface Recording {
  /** How many changes of the account are open: a change can be part of another one. */
  depth: number;
  readonly events: Map<string, OpenEvent>;
}

type OpenEvent = outbox.NewEvent & { count: number; items: number[]; collections: Set<number> | "all" };

/** By transaction, then by account. Accounts without webhooks have none. */
const recordings = new WeakMap<Transaction, Map<number, Recording>>();

/** Begins to record the changes that a transaction makes in the library of an account with webhooks. */
export function begin(transaction: Transaction, accountId: number): void {
  const ofTransaction = recordings.get(transaction) ?? new Map<number, Recording>();
  recordings.set(transaction, ofTransaction);
  const recording = ofTransaction.get(accountId) ?? { depth: 0, events: new Map() };
  recording.depth += 1;
  ofTransaction.set(accountId, recording);
}

/** Whether changes are recorded, for callers that would have to read something for it. */
export function isRecording(transaction: Transaction, accountId: number): boolean {
  return recordings.get(transaction)?.has(accountId) ?? false;
}

/**
 * Records a change in the transaction that makes it; does nothing for accounts without webhooks. Changes of the same
 * type to the same place become one event, at the time of the first.
 */
export function record(transaction: Transaction, clock: () => number, accountId: number, change: RecordedChange): void {
  const { type, count, collections } = change;
  const recording = recordings.get(transaction)?.get(accountId);
  if (recording === undefined || count === 0) return;
  const items = ("items" in change && change.items) || [];
  const key = JSON.stringify([type, "to" in change && change.to, "operation" in change && change.operation]);
  const event = recording.events.get(key) ?? newEvent(change, clock());
  recording.events.set(key, event);
  event.count += count;
  event.items.push(...items.slice(0, MAX_IDS - event.items.length));
  event.collections = union(event.collections, collections);
}

function newEvent(change: RecordedChange, now: number): OpenEvent {
  return { ...change, createdAt: now, count: 0, items: [], collections: new Set<number>() };
}

function union(known: OpenEvent["collections"], added: RecordedChange["collections"]): OpenEvent["collections"] {
  if (known === "all" || added === "all" || added.length > MAX_IDS) return "all";
  for (const id of added) known.add(id);
  return known.size > MAX_IDS ? "all" : known;
}

/**
 * Ends a change. At the end of the outermost one, writes its events for delivery, in the same transaction. Returns
 * whether it wrote any.
 */
export async function finish(transaction: Transaction, accountId: number): Promise<boolean> {
  const ofTransaction = recordings.get(transaction);
  const recording = ofTransaction?.get(accountId);
  if (recording === undefined) return false;
  recording.depth -= 1;
  if (recording.depth > 0) return false;
  ofTransaction?.delete(accountId);
  if (recording.events.size === 0) return false;
  return outbox.append(transaction, accountId, [...recording.events.values()]);
}
