import { CLOCK_TOLERANCE_MS } from "../base/clock-tolerance.ts";
import type { Database, Transaction } from "../database/database.ts";
import { inTransaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import { MAX_IDS } from "../library/events/changes.ts";
import * as outbox from "../library/events/outbox.ts";
import * as placement from "../library/placement.ts";

// The reminders of all accounts are one list, ordered by time and id, with one position in it: the reminders before it
// were sent. The transaction that writes their events moves the position past them, so a reminder is sent once, however
// many servers there are and wherever one is killed. Items do not change, and a reminder that moves behind the position
// is sent again.

/** How late a reminder may be sent, such as after a server was down; older ones are not. */
const MAX_DELAY_MS = 30 * 24 * 60 * 60 * 1000;

/** How far the position may fall behind while nothing is due. Reminders that are set to a time before it are not sent. */
const MAX_LAG_MS = 60 * 60 * 1000;

/** Reminders that one transaction sends, which takes a few milliseconds. */
const BATCH_SIZE = 500;

const NAME = "reminders";

/** A place in the list of reminders: those up to this time and item come before it. */
interface Position {
  readonly time: Time;
  readonly itemId: number;
}

/** A reminder that is due. */
export interface DueReminder {
  readonly itemId: number;
  readonly accountId: number;
}

/** Whether reminders are due, or the position has to move. Writes nothing. */
export async function hasWork(database: Database, clock: () => number): Promise<boolean> {
  const now = clock();
  const stored = await readPosition(database);
  if (stored === undefined || stored.time < now - MAX_LAG_MS || stored.time > now + CLOCK_TOLERANCE_MS) return true;
  return (await selectDue(database, stored, now).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Sends the events of the next reminders that are due, at most 500, and moves the position past them. Returns those of
 * active accounts outside the Trash, and whether there may be more.
 */
export async function sendNext(database: Database, clock: () => number) {
  return inTransaction(database, async (transaction) => {
    const now = clock();
    const start = startOf(await lockPosition(transaction, now), now);
    const rows = await selectDue(transaction, start, now)
      .innerJoin("shelves", "shelves.id", "items.shelf_id")
      .innerJoin("accounts", "accounts.id", "items.account_id")
      .select(["items.account_id", "place", "shelves.collection_id", "active", "deleted_at"])
      .limit(BATCH_SIZE)
      .execute();
    const sent = rows.filter(
      ({ place, active, deleted_at }) =>
        (place === "collection" || place === "unsorted") && active === 1 && deleted_at === null,
    );
    await appendEvents(transaction, now, sent);
    const last = rows.at(-1);
    await writePosition(
      transaction,
      last?.reminder_at == null ? latest(start, { time: now, itemId: 0 }) : { time: last.reminder_at, itemId: last.id },
    );
    return {
      reminders: sent.map(({ id, account_id }): DueReminder => ({ itemId: id, accountId: account_id })),
      hasMore: rows.length === BATCH_SIZE,
    };
  });
}

/** Where to continue. Without a position, and after a clock that was ahead, only reminders from now on are sent. */
function startOf(stored: Position | undefined, now: Time): Position {
  if (stored === undefined || stored.time > now + CLOCK_TOLERANCE_MS) return { time: now, itemId: 0 };
  return stored.time < now - MAX_DELAY_MS ? { time: now - MAX_DELAY_MS, itemId: 0 } : stored;
}

/** The later of two positions. */
function latest(one: Position, other: Position): Position {
  const isLater = one.time > other.time || (one.time === other.time && one.itemId > other.itemId);
  return isLater ? one : other;
}

/** The reminders after a position that are due, in their order. */
function selectDue(database: Database, { time, itemId }: Position, now: Time) {
  return database
    .selectFrom("items")
    .select(["items.id", "reminder_at"])
    .where("reminder_at", "<=", now)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("reminder_at", "items.id"), ">", tuple(time, itemId)))
    .orderBy("reminder_at")
    .orderBy("items.id");
}

interface SentRow extends placement.ShelfPlace {
  readonly id: number;
  readonly account_id: number;
}

/** Writes the events of each account, in the order of their ids, so that nothing waits for it in a circle. */
async function appendEvents(transaction: Transaction, now: Time, rows: readonly SentRow[]): Promise<void> {
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  for (const [accountId, ofAccount] of [...byAccount].sort(([one], [other]) => one - other)) {
    const events: outbox.NewEvent[] = [];
    for (let first = 0; first < ofAccount.length; first += MAX_IDS)
      events.push(toEvent(ofAccount.slice(first, first + MAX_IDS), now));
    await outbox.append(transaction, accountId, events);
  }
}

function toEvent(rows: readonly SentRow[], now: Time): outbox.NewEvent {
  const collections = new Set(rows.map(placement.placeIdOf));
  return { type: "reminder.due", createdAt: now, count: rows.length, items: rows.map(({ id }) => id), collections };
}

async function readPosition(database: Database): Promise<Position | undefined> {
  const row = await database.selectFrom("server_settings").select("value").where("name", "=", NAME).executeTakeFirst();
  return toPosition(row?.value);
}

/** Locks the position, which it creates if there is none; undefined if there was none. */
async function lockPosition(transaction: Transaction, now: Time): Promise<Position | undefined> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await transaction
    .insertInto("server_settings")
    .values({ name: NAME, value: toText({ time: now, itemId: 0 }) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirstOrThrow();
  if (inserted > 0n) return undefined;
  const locked = transaction.selectFrom("server_settings").select("value").where("name", "=", NAME).forUpdate();
  return toPosition((await locked.executeTakeFirstOrThrow()).value);
}

async function writePosition(transaction: Transaction, position: Position): Promise<void> {
  await transaction
    .updateTable("server_settings")
    .set({ value: toText(position) })
    .where("name", "=", NAME)
    .execute();
}

function toText({ time, itemId }: Position): string {
  return `${time} ${itemId}`;
}

function toPosition(text = ""): Position | undefined {
  const [, time, itemId] = /^(\d+) (\d+)$/.exec(text) ?? [];
  return time === undefined || itemId === undefined ? undefined : { time: Number(time), itemId: Number(itemId) };
}
