import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { forEachChunk } from "#contract/scheduling";
import { bufferOf } from "../../base/charset.ts";
import type { Database, Transaction } from "../../database/database.ts";
import type { CopyStatus } from "../../database/schema/copies.ts";
import type { Viewer } from "../access.ts";
import * as storage from "../files/storage.ts";
import { Step } from "../journal/step.ts";
import * as library from "../library.ts";
import * as pageJobs from "../page-jobs.ts";
import * as quota from "../quota.ts";
import type { AddressedCopy } from "./copy-address.ts";
import { selectItems } from "./item.ts";
import * as lookup from "./lookup.ts";

/** A page of which the server makes a copy. */
export interface WantedCopy {
  readonly itemId: number;
  readonly accountId: number;
}

/** The name of the file that has the content of a copy. */
const FILE_NAME = "copy.html";

/**
 * Asks for copies of items, in the transaction of a change of their library. Those that are ready stay until another
 * one was made. Items of uploaded files get none.
 */
export async function want(transaction: Transaction, clock: () => number, ids: readonly number[]): Promise<void> {
  const now = clock();
  await forEachChunk(ids, async (chunk) => {
    await transaction
      .insertInto("copies")
      .columns(["item_id", "account_id", "status", "size", "wanted_at"])
      .expression((from) =>
        from
          .selectFrom("items")
          .select(["id", "account_id"])
          .select(sql.lit<CopyStatus>("retry").as("status"))
          .select(sql.lit(0).as("size"))
          .select(sql<number>`cast(${now} as bigint)`.as("wanted_at"))
          .where("id", "in", chunk)
          .where("items.file_id", "is", null),
      )
      .onConflict((conflict) =>
        conflict.column("item_id").doUpdateSet({
          wanted_at: now,
          status: sql<CopyStatus>`case when copies.file_id is null then 'retry' else 'ready' end`,
        }),
      )
      .execute();
  });
  await pageJobs.add(transaction, clock, ids, { urgent: ids.length === 1 });
}

/** Removes copies of items, in the transaction of a change of their library. */
export async function remove(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await forEachChunk(ids, async (chunk) => {
    await transaction.deleteFrom("copies").where("item_id", "in", chunk).execute();
  });
}

/**
 * Asks for copies of items if `keeps` is true, removes them if it is false, and does nothing if it is undefined. `step` has
 * recorded the items, and returns the copies that they have; without it, they have none.
 */
export async function set(
  transaction: Transaction,
  clock: () => number,
  ids: readonly number[],
  keeps: boolean | undefined,
  step: Step | undefined,
): Promise<void> {
  if (keeps !== undefined) await step?.addCopies(ids, keeps ? "later" : null);
  if (keeps === true) await want(transaction, clock, ids);
  else if (keeps === false) await remove(transaction, ids);
}

/**
 * Stores the copy of an item instead of the one before. Returns false if the item was deleted meanwhile. Throws
 * `forbidden` beyond the quota; then the copy before it stays.
 */
export async function store(
  database: Database,
  clock: () => number,
  { itemId, accountId }: WantedCopy,
  html: Uint8Array,
  { maxBytes }: storage.StorageOptions,
): Promise<boolean> {
  const stored = await begin(database, clock, accountId, html, { maxBytes });
  try {
    const isStored = await attach(database, clock, { itemId, accountId }, stored, { maxBytes, wasAskedFor: true });
    if (!isStored) await storage.discard(database, stored.id);
    return isStored;
  } catch (error) {
    await storage.discard(database, stored.id);
    throw error;
  }
}

/** Stores the content of a copy, for `attach`; otherwise discard it. */
export async function begin(
  database: Database,
  clock: () => number,
  accountId: number,
  html: Uint8Array,
  options: storage.StorageOptions,
): Promise<storage.StoredFile> {
  const upload = { content: partsOf(html), name: FILE_NAME, type: "text/html" };
  return storage.store(database, clock, accountId, upload, options);
}

interface AttachOptions extends storage.StorageOptions {
  /** Whether the change that asked for the copy has recorded the one before; otherwise a step of its own does. */
  readonly wasAskedFor: boolean;
}

/** Gives stored content to an item as its copy. Returns false if the item does not exist. Throws like `store`. */
export async function attach(
  database: Database,
  clock: () => number,
  { itemId, accountId }: WantedCopy,
  stored: storage.StoredFile,
  { maxBytes, wasAskedFor }: AttachOptions,
): Promise<boolean> {
  return library.change(database, accountId, async (transaction) => {
    if (!(await exists(transaction, { itemId, accountId }))) return false;
    await storage.keep(transaction, stored);
    const before = await findFile(transaction, itemId);
    if (before !== undefined && wasAskedFor) await replaceRecorded(transaction, itemId, before, stored.id);
    else if (before !== undefined) {
      const step = new Step(transaction, { accountId, clock }, { operation: "replaceCopy", items: 1 });
      await step.addItems([itemId]);
      await step.addCopies([itemId], stored.id);
      await step.finish();
    }
    const columns = {
      status: "ready",
      file_id: stored.id,
      size: stored.size,
      created_at: clock(),
      wanted_at: null,
    } as const;
    await transaction
      .insertInto("copies")
      .values({ item_id: itemId, account_id: accountId, ...columns })
      .onConflict((conflict) => conflict.column("item_id").doUpdateSet(columns))
      .execute();
    // Not left to `change`, for which the bytes of the file were there before.
    await quota.makeRoomInStorage(transaction, accountId, maxBytes);
    return true;
  });
}

/** Tells the steps that were recorded when a copy was asked for that it replaces the one before. */
async function replaceRecorded(transaction: Transaction, itemId: number, before: number, after: number): Promise<void> {
  await transaction
    .updateTable("undo_copies")
    .set({ new_file_id: after })
    .where("item_id", "=", itemId)
    .where("file_id", "=", before)
    .where("new_file_id", "=", before)
    .execute();
}

async function* partsOf(bytes: Uint8Array): AsyncIterable<Buffer> {
  yield bufferOf(bytes);
}

async function exists(transaction: Transaction, { itemId, accountId }: WantedCopy): Promise<boolean> {
  const item = await transaction
    .selectFrom("items")
    .select("id")
    .where("id", "=", itemId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return item !== undefined;
}

/** Records why a wanted copy was not made. A copy from before stays. */
export async function fail(
  database: Database,
  { itemId, accountId }: WantedCopy,
  status: Exclude<CopyStatus, "ready" | "retry">,
): Promise<void> {
  await library.change(database, accountId, async (transaction) => {
    if (!(await exists(transaction, { itemId, accountId }))) return;
    await transaction
      .insertInto("copies")
      .values({ item_id: itemId, account_id: accountId, status, size: 0 })
      .onConflict((conflict) =>
        conflict.column("item_id").doUpdateSet({
          wanted_at: null,
          status: sql<CopyStatus>`case when copies.file_id is null then ${status} else copies.status end`,
        }),
      )
      .execute();
  });
}

/**
 * The file with the copy of an item that the viewer may read, but for those who may read it only because its collection
 * is public. Throws `notFound` if there is none, and otherwise like `lookup.getReadable`.
 */
export async function getFile(database: Database, viewer: Viewer, id: number): Promise<number> {
  const { copy_status } = await lookup.getReadable(database, viewer, id);
  const fileId = copy_status === "ready" ? await findFile(database, id) : undefined;
  if (fileId === undefined) throw noCopy();
  return fileId;
}

/**
 * The content of the copy that an address names, whoever may read it. Throws `notFound` without one, and if the item no
 * longer has it.
 */
export async function read(
  database: Database,
  named: AddressedCopy | undefined,
): Promise<{ readonly size: number; readonly content: AsyncIterable<Buffer> }> {
  const item =
    named &&
    (await selectItems(database)
      .where("items.id", "=", named.id)
      .where("copies.file_id", "=", named.fileId)
      .executeTakeFirst());
  if (named === undefined || item === undefined || item.copy_size === null) throw noCopy();
  return { size: item.copy_size, content: storage.read(database, named.fileId, item.copy_size) };
}

async function findFile(database: Database, id: number): Promise<number | undefined> {
  const copy = await database.selectFrom("copies").select("file_id").where("item_id", "=", id).executeTakeFirst();
  return copy?.file_id ?? undefined;
}

function noCopy(): Failure {
  return new Failure("notFound", "There is no copy of this page.", { reason: "copy-not-found" });
}
