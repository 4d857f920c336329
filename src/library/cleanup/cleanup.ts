import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import * as pictures from "../covers/pictures.ts";
import * as segmentDivision from "../items/segment-division.ts";
import * as fileExpiry from "../journal/expired-files.ts";
import * as expiry from "../journal/expiry.ts";
import * as longChanges from "../journal/long-changes.ts";
import { LIFETIME_MS } from "../journal/step.ts";
import * as library from "../library.ts";
import * as placement from "../placement.ts";
import { recover } from "../undo/recovery.ts";

// `placement.ts` explains moved shelves, `segments.ts` segments, `pictures.release` released pictures.

/** Maximum moved shelves that one step reads. */
const MAX_SHELVES = 50;

/** Maximum released pictures that one step reads: what an account uploads in a few seconds. */
const MAX_PICTURES = 50;

/** Rows of undo steps that take about as long to delete as an item, which has a search index and is counted. */
const UNDO_ROWS_PER_ITEM = 5;

/** Whether there is anything to clean up. One statement of seven index lookups, because it runs after every change. */
export async function hasWork(database: Database, clock: () => number): Promise<boolean> {
  const now = clock();
  const work = await findWork(database, { now, latest: now + LIFETIME_MS });
  return work.length > 0;
}

const findWork = prepare((database, value: ValueOf<{ now: number; latest: number }>) =>
  database
    .selectNoFrom(sql.lit(1).as("found"))
    .where(({ exists, or }) =>
      or([
        exists(selectMoved(database)),
        exists(pictures.selectReleased(database)),
        exists(fileExpiry.selectExpired(database, value("now"))),
        exists(segmentDivision.selectDue(database)),
        exists(expiry.selectExpired(database, value("now"))),
        exists(expiry.selectFuture(database, value("latest"))),
        exists(longChanges.selectAbandoned(database, value("now"))),
      ]),
    ),
);

/** The rows that await the cleanup, by kind. */
interface Backlog {
  /** Shelves whose items are moved or deleted. */
  readonly shelves: number;
  /** Pictures that a cover no longer refers to. */
  readonly pictures: number;
  /** Files without an item. */
  readonly files: number;
  readonly undo_steps: number;
}

/** Counts the rows that await the cleanup, at most `max` of each kind. Each count reads an index. */
export async function countBacklog(database: Database, clock: () => number, max: number): Promise<Backlog> {
  const shelves = await database
    .selectFrom("shelves")
    .select("id")
    .where("moved", "=", sql.lit(1))
    .where("held", "=", sql.lit(0))
    .limit(max)
    .execute();
  const pictures = await database.selectFrom("loose_pictures").select("picture_id").limit(max).execute();
  const files = await database.selectFrom("files").select("id").where("expires_at", "<=", clock()).limit(max).execute();
  const steps = await database
    .selectFrom("undo_steps")
    .select("id")
    .where("expires_at", "<=", clock())
    .limit(max)
    .execute();
  return { shelves: shelves.length, pictures: pictures.length, files: files.length, undo_steps: steps.length };
}

/**
 * One step of the cleanup: some items, pictures, files, undo steps and segments, so that no kind waits until another is
 * done. Before, reverts the unfinished change of a process that has crashed.
 */
export async function cleanUp(database: Database, clock: () => number, maxItems: number): Promise<void> {
  const abandoned = await longChanges.takeAbandoned(database, clock);
  if (abandoned !== undefined) await recover(database, clock, abandoned);
  await cleanUpShelves(database, maxItems);
  await cleanUpPictures(database);
  await cleanUpFiles(database, clock);
  await cleanUpUndo(database, clock, maxItems * UNDO_ROWS_PER_ITEM);
  await divideSegments(database);
}

/** Deletes a part of a file that no item has. */
async function cleanUpFiles(database: Database, clock: () => number): Promise<void> {
  const expired = await fileExpiry.findExpired(database, clock);
  if (expired === undefined) return;
  await inTransaction(database, async (transaction) => {
    await library.lock(transaction, expired.accountId);
    await fileExpiry.deletePart(transaction, expired.id);
  });
}

/** Makes or divides segments of an account's lists of items. */
async function divideSegments(database: Database): Promise<void> {
  const accountId = await segmentDivision.findDue(database);
  if (accountId !== undefined) await segmentDivision.divide(database, accountId);
}

/** Deletes up to `maxRows` rows of the undo steps of an account that have expired. */
async function cleanUpUndo(database: Database, clock: () => number, maxRows: number): Promise<void> {
  await expiry.shortenFuture(database, clock);
  const accountId = await expiry.findAccount(database, clock);
  if (accountId === undefined) return;
  await inTransaction(database, async (transaction) => {
    await library.lock(transaction, accountId);
    await expiry.deleteExpired(transaction, clock, accountId, maxRows);
  });
}

/**
 * Moves up to `maxItems` items from moved shelves to the permanent shelf of their place, or deletes
 * items that await deletion, in one transaction. Returns false if there was nothing to do.
 */
export async function cleanUpShelves(database: Database, maxItems: number): Promise<boolean> {
  const accountId = await accountToCleanUp(database);
  if (accountId === undefined) return false;
  await inTransaction(database, async (transaction) => {
    await library.lock(transaction, accountId);
    await cleanUpPlace(transaction, accountId, maxItems);
  });
  return true;
}

/** An account with moved shelves that are not held. */
async function accountToCleanUp(database: Database): Promise<number | undefined> {
  const shelf = await selectMoved(database).orderBy("id").limit(1).executeTakeFirst();
  return shelf?.account_id;
}

function selectMoved(database: Database) {
  return database
    .selectFrom("shelves")
    .select(["id", "account_id", "place", "collection_id"])
    .where("moved", "=", sql.lit(1))
    .where("held", "=", sql.lit(0));
}

async function cleanUpPlace(transaction: Transaction, accountId: number, maxItems: number): Promise<void> {
  const moved = await movedShelves(transaction, accountId);
  const [first] = moved;
  if (first === undefined) return;
  const inSamePlace = moved.filter((shelf) => placement.isSamePlace(shelf, first));
  const shelfIds = inSamePlace.map(({ id }) => id);
  const items = transaction.selectFrom("items").select("id").where("shelf_id", "in", shelfIds).limit(maxItems);
  if (first.place === "nowhere") await transaction.deleteFrom("items").where("id", "in", items).execute();
  else {
    const placeId = placement.placeIdOf(first);
    const permanentId = await placement.getShelfId(transaction, accountId, placeId, "collection");
    const origin = placeId === placement.TRASH ? { trashed_from: placement.trashedFrom(placeId) } : {};
    const columns = { shelf_id: permanentId, ...origin };
    await transaction.updateTable("items").set(columns).where("id", "in", items).execute();
  }
  await transaction.deleteFrom("shelves").where("id", "in", shelfIds).where("count", "=", 0).execute();
}

/** Deletes released pictures of an account unless a cover refers to them. */
async function cleanUpPictures(database: Database): Promise<void> {
  const released = await pictures.findReleased(database, MAX_PICTURES);
  if (released === undefined) return;
  await inTransaction(database, async (transaction) => {
    await library.lock(transaction, released.accountId);
    await pictures.deleteUnlessReferenced(transaction, released.ids);
  });
}

async function movedShelves(transaction: Transaction, accountId: number) {
  return selectMoved(transaction).where("account_id", "=", accountId).orderBy("id").limit(MAX_SHELVES).execute();
}
