import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import type { SkipReason } from "./bookmark.ts";
import { type PreviewCounts, preview } from "./preview.ts";
import type { ImportResult } from "./store.ts";

// Imports on the pages, at most one per account. Everything is in the database, because any server may get the next
// request: first the file, then the progress of its import (see worker.ts), then the report.

/** Milliseconds until a file that is not imported is deleted; from the start of its import, until both are. */
const LIFETIME_MS = 60 * 60 * 1000;

/** Bytes of the stored files of all accounts; files that arrive at the same moment may exceed it. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a row of `import_chunks`. */
const CHUNK_SIZE = 256 * 1024;

/** Skipped entries that a report lists; all are counted. */
const MAX_LISTED = 50;

/** Characters of a skipped link that a report shows. */
const MAX_LINK = 200;

type Clock = () => number;

/** An entry of a file that can't become a bookmark. */
export interface SkippedEntry {
  readonly link: string;
  readonly reason: SkipReason;
}

/** What a file holds. */
export interface ImportPreview {
  readonly counts: PreviewCounts;
  readonly skippedCount: number;
  /** The first skipped entries. */
  readonly skipped: readonly SkippedEntry[];
}

/** How an import ended. */
export type ImportOutcome = { readonly result: ImportResult } | { readonly message: string };

/** What happened so far to an import. */
export type ImportState =
  | { readonly kind: "ready" }
  | { readonly kind: "running"; readonly stored: number }
  | { readonly kind: "done"; readonly result: ImportResult }
  | { readonly kind: "failed"; readonly message: string };

/** A file that somebody imports. */
export interface Import extends ImportPreview {
  readonly id: string;
  readonly state: ImportState;
}

/** The import of an account; undefined without one. */
export async function find(database: Database, clock: Clock, accountId: number): Promise<Import | undefined> {
  const row = await database
    .selectFrom("imports")
    .select(["id", "state", "preview", "stored", "outcome"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const stored: ImportPreview = JSON.parse(row.preview);
  return { ...stored, id: row.id, state: stateOf(row) };
}

function stateOf({
  state,
  stored,
  outcome,
}: {
  readonly state: "ready" | "running" | "done" | "failed";
  readonly stored: number;
  readonly outcome: string | null;
}): ImportState {
  if (state === "ready") return { kind: "ready" };
  if (outcome === null) return { kind: "running", stored };
  const ended: ImportOutcome = JSON.parse(outcome);
  return "result" in ended ? { kind: "done", ...ended } : { kind: "failed", ...ended };
}

/** The account's import with this id. Throws `notFound`. */
export async function get(database: Database, clock: Clock, accountId: number, id: string): Promise<Import> {
  const found = await find(database, clock, accountId);
  if (found?.id === id) return found;
  throw importNotFound();
}

/**
 * Reads a file and stores it for `start`, instead of the account's last one. Returns its id. Throws `invalid` for a file
 * without bookmarks or with too many, `conflict` while an import of the account runs, and `unavailable` while too many
 * files wait.
 */
export async function add(database: Database, clock: Clock, accountId: number, file: Buffer): Promise<string> {
  if ((await find(database, clock, accountId))?.state.kind === "running") throw importRunning();
  const skipped: SkippedEntry[] = [];
  let skippedCount = 0;
  const { counts } = await preview(database, accountId, file, ({ text, reason }) => {
    skippedCount++;
    if (skipped.length < MAX_LISTED) skipped.push({ link: text.slice(0, MAX_LINK).toWellFormed(), reason });
  });
  const read: ImportPreview = { counts, skippedCount, skipped };
  const id = randomBytes(12).toString("hex");
  await inTransaction(database, async (transaction) => {
    await removeIdle(transaction, accountId);
    const added = await transaction
      .insertInto("imports")
      .values({
        account_id: accountId,
        id,
        state: "ready",
        size: file.length,
        preview: JSON.stringify(read),
        expires_at: clock() + LIFETIME_MS,
      })
      .onConflict((conflict) => conflict.column("account_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added === undefined) throw importRunning();
    await assertRoom(transaction, clock);
    for (let number = 0; number * CHUNK_SIZE < file.length; number++) {
      const bytes = file.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
      await transaction.insertInto("import_chunks").values({ account_id: accountId, number, bytes }).execute();
    }
  });
  return id;
}

async function assertRoom(transaction: Transaction, clock: Clock): Promise<void> {
  const { used } = await transaction
    .selectFrom("imports")
    .select(sql<number>`coalesce(sum(size), 0)`.as("used"))
    .where("expires_at", ">", clock())
    .executeTakeFirstOrThrow();
  if (used <= MAX_BYTES) return;
  throw new Failure("unavailable", "Too many imports are in progress. Try again in a moment.", {
    retryAfter: 60,
    limit: "imports",
  });
}

/**
 * Queues an uploaded file for import, below the collection `into` or at the top level. Does nothing if its import has
 * started. Throws `notFound`.
 */
export async function start(
  database: Database,
  clock: Clock,
  accountId: number,
  { id, into }: { readonly id: string; readonly into: number | undefined },
): Promise<void> {
  const now = clock();
  const { numUpdatedRows } = await database
    .updateTable("imports")
    .set({ state: "running", into_id: into ?? null, expires_at: now + LIFETIME_MS })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("state", "=", "ready")
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await get(database, clock, accountId, id);
}

/** Deletes a file that is not imported yet, or a report. Throws `notFound`, and `conflict` while the import runs. */
export async function remove(database: Database, clock: Clock, accountId: number, id: string): Promise<void> {
  await get(database, clock, accountId, id);
  if (!(await inTransaction(database, (transaction) => removeIdle(transaction, accountId)))) throw importRunning();
}

/** Deletes the import of an account unless it runs. Returns whether it did. */
async function removeIdle(transaction: Transaction, accountId: number): Promise<boolean> {
  const idle = await transaction
    .selectFrom("imports")
    .select("id")
    .where("account_id", "=", accountId)
    .where("state", "<>", "running")
    .forUpdate()
    .executeTakeFirst();
  if (idle === undefined) return false;
  await removeOf(transaction, accountId);
  return true;
}

async function removeOf(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.deleteFrom("import_chunks").where("account_id", "=", accountId).execute();
  await transaction.deleteFrom("imports").where("account_id", "=", accountId).execute();
}

/** Deletes an import that has expired. Returns false if there is none. */
export async function removeExpired(database: Database, clock: Clock): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const expired = await transaction
      .selectFrom("imports")
      .select("account_id")
      .where("expires_at", "<=", clock())
      .orderBy("expires_at")
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (expired === undefined) return false;
    await removeOf(transaction, expired.account_id);
    return true;
  });
}

/** The file of an account's import. */
export async function readFile(database: Database, accountId: number): Promise<Buffer> {
  const chunks = await database
    .selectFrom("import_chunks")
    .select("bytes")
    .where("account_id", "=", accountId)
    .orderBy("number")
    .execute();
  return Buffer.concat(chunks.map(({ bytes }) => bytes));
}

/** Records how many bookmarks of a running import are stored so far. */
export async function saveProgress(database: Database, accountId: number, stored: number): Promise<void> {
  await database
    .updateTable("imports")
    .set({ stored })
    .where("account_id", "=", accountId)
    .where("state", "=", "running")
    .execute();
}

/** A running import. */
export interface RunningImport {
  readonly accountId: number;
  readonly id: string;
  readonly into: number | undefined;
}

/** Whether an import has not ended, and was not deleted. */
export async function isRunning(database: Database, { accountId, id }: RunningImport): Promise<boolean> {
  const row = await database
    .selectFrom("imports")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records how an import ended, and deletes its file. Call it in the transaction that stores the bookmarks, so that they
 * are stored once. Returns false if it has ended before, or was deleted.
 */
export async function end(
  transaction: Transaction,
  { accountId, id }: RunningImport,
  outcome: ImportOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("imports")
    .set({ state: "result" in outcome ? "done" : "failed", outcome: JSON.stringify(outcome), size: 0 })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await transaction.deleteFrom("import_chunks").where("account_id", "=", accountId).execute();
  return true;
}

function importNotFound(): Failure {
  return new Failure("notFound", "This import has expired or was deleted. Choose the file again.");
}

function importRunning(): Failure {
  return new Failure("conflict", "Another import is running. Wait until it is done.");
}
