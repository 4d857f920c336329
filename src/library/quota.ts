import { setImmediate } from "node:timers/promises";
import { Failure, type Problem } from "#contract/failure";
import type { Database, Transaction } from "../database/database.ts";
import * as expiry from "./journal/expiry.ts";

/** Totals of an account's rows: the counters in `libraries`, maintained by triggers. */
export interface Usage {
  readonly collection_count: number;
  readonly item_count: number;
  readonly stored_bytes: number;
  /** Pairs of a tag and a place whose items have it; several shelves of a place count separately. */
  readonly tag_count: number;
}

/** The columns of `libraries` that hold a `Usage`. */
export const USAGE_COLUMNS = ["collection_count", "item_count", "stored_bytes", "tag_count"] as const;

const NO_USAGE: Usage = { collection_count: 0, item_count: 0, stored_bytes: 0, tag_count: 0 };

/** What an account uses. */
export async function usageOf(database: Database, accountId: number): Promise<Usage> {
  const usage = await database
    .selectFrom("libraries")
    .select(USAGE_COLUMNS)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return usage ?? NO_USAGE;
}

const MAX_COLLECTIONS = 100_000;
const MAX_ITEMS = 1_000_000;
const MAX_TAGS = 1_000_000;
const MIB = 1024 * 1024;

/** How a change counts. */
export interface QuotaOptions {
  readonly maxBytes: number;
  /** Whether the change may have added more than `MARGIN`. */
  readonly isImport: boolean;
}

/**
 * More than any single change but an import can add. The largest are creating 100 items of up to 128 KiB, and a bulk
 * change: it adds up to 16 MiB, or 32 MiB if all of it is tags, because the search text repeats tags.
 */
const MARGIN: Usage = { collection_count: 1_000, item_count: 1_000, stored_bytes: 64 * MIB, tag_count: 100_000 };

/**
 * Makes room for what a change has added: beyond a quota, deletes what awaits deletion, then gives up undo steps, oldest
 * first. Call it at the end of the change's transaction; `before` is the usage at its start. Returns the usage after
 * that. Reads it only near a quota: otherwise returns `before`, because the change cannot exceed one.
 */
export async function makeRoom(
  transaction: Transaction,
  accountId: number,
  before: Usage,
  { maxBytes, isImport }: QuotaOptions,
): Promise<Usage> {
  const quota = quotaOf(maxBytes);
  if (!isImport && USAGE_COLUMNS.every((column) => before[column] + MARGIN[column] < quota[column])) return before;
  for (;;) {
    const after = await usageOf(transaction, accountId);
    const exceeded = exceededBy(before, after, quota);
    // Nothing that awaits deletion counts as a collection.
    if (exceeded === undefined || exceeded === "collection_count") return after;
    if (!(await expiry.freeSome(transaction, accountId))) return after;
    await setImmediate();
  }
}

/** Throws `forbidden` if a change increased the usage of an account beyond a quota. */
export function assertWithinQuota(before: Usage, after: Usage, maxBytes: number): void {
  const quota = quotaOf(maxBytes);
  const exceeded = exceededBy(before, after, quota);
  if (exceeded !== undefined) throw toFailure(exceeded, quota);
}

function exceededBy(before: Usage, after: Usage, quota: Usage): keyof Usage | undefined {
  return USAGE_COLUMNS.find((column) => after[column] > Math.max(quota[column], before[column]));
}

/** Throws `forbidden` if an account would have too many collections with `added` more. */
export async function assertRoomForCollections(
  transaction: Transaction,
  accountId: number,
  added: number,
): Promise<void> {
  const { collection_count } = await usageOf(transaction, accountId);
  if (collection_count + added > MAX_COLLECTIONS) throw toFailure("collection_count", quotaOf(0));
}

/** The failure for storing more than `maxBytes`. */
export function storageExceeded(maxBytes: number): Failure {
  return toFailure("stored_bytes", quotaOf(maxBytes));
}

/** Makes room, so that an account stores at most `maxBytes`. Throws `forbidden` if that is not possible. */
export async function makeRoomInStorage(transaction: Transaction, accountId: number, maxBytes: number): Promise<void> {
  const before = quotaOf(0);
  const after = await makeRoom(transaction, accountId, before, { maxBytes, isImport: true });
  assertWithinQuota(before, after, maxBytes);
}

function quotaOf(maxBytes: number): Usage {
  return { collection_count: MAX_COLLECTIONS, item_count: MAX_ITEMS, stored_bytes: maxBytes, tag_count: MAX_TAGS };
}

function toFailure(exceeded: keyof Usage, quota: Usage): Failure {
  const limit = exceeded === "stored_bytes" ? quota.stored_bytes / MIB : quota[exceeded];
  const { message, reason } = problemOf(exceeded, limit);
  return new Failure("forbidden", message, { reason, values: { limit }, limit: "quota" });
}

function problemOf(exceeded: keyof Usage, max: number): Problem {
  const limit = max.toLocaleString("en");
  switch (exceeded) {
    case "collection_count":
      return {
        message: `Your account has reached its limit of ${limit} collections. Delete collections first.`,
        reason: "collection-limit",
      };
    case "item_count":
      return {
        message: `Your account has reached its limit of ${limit} items. Delete items and empty the Trash.`,
        reason: "item-limit",
      };
    case "tag_count":
      return {
        message: `Your account has reached its limit of ${limit} tags in its collections. Remove tags first.`,
        reason: "tag-limit",
      };
    case "stored_bytes":
      return {
        message: `Your account has used its storage of ${max} MiB. Delete items, files or covers, and empty the Trash.`,
        reason: "storage-limit",
      };
  }
}
