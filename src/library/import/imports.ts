import { randomBytes } from "node:crypto";
import { Failure, type Problem } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import type { Source } from "./decode.ts";
import { PageKeeper } from "./kept-pages.ts";
import { type PreviewCounts, type Summary, summarize } from "./preview.ts";
import type { ImportResult } from "./store.ts";
import * as storedFile from "./stored-file.ts";

// Imports on the pages, at most one per account. Everything is in the database, because any server may get the next
// request: first the entries of the file, then the progress of its import (see worker.ts), then the report.

/** Milliseconds until a file that is not imported is deleted; from the start of its import, until both are. */
const LIFETIME_MS = 60 * 60 * 1000;

type Clock = () => number;

/** How an import ended. */
export type ImportOutcome = { readonly result: ImportResult } | Problem;

/** What happened so far to an import. */
export type ImportState =
  | { readonly kind: "ready" }
  | { readonly kind: "running"; readonly stored: number }
  | { readonly kind: "done"; readonly result: ImportResult }
  | ({ readonly kind: "failed" } & Problem);

/** A file that somebody imports. */
export interface Import extends Summary {
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
    .where("preview", "<>", ARRIVING)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { counts, skipped }: StoredSummary = JSON.parse(row.preview);
  return { counts: { ...NO_COUNTS, ...counts }, skipped, id: row.id, state: stateOf(row) };
}

/** The preview of a file that has not arrived as a whole. */
const ARRIVING = "";

/** A summary, perhaps of a server before it counted the rest. */
interface StoredSummary extends Pick<Summary, "skipped"> {
  readonly counts: Omit<PreviewCounts, keyof typeof NO_COUNTS> & Partial<PreviewCounts>;
}

const NO_COUNTS = { repeated: 0, skipped: 0, datesNotRead: 0 };

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

interface AddOptions {
  /** Bytes that the account may store, with the pages of an archive. */
  readonly maxBytes?: number;
}

/**
 * Reads a file, and stores its entries for `start`, instead of those of the account's last one. Returns its id. Throws
 * `invalid` for a file without bookmarks, with too many or above 50 MiB, `conflict` while an import of the account runs
 * or if another file replaces this one, `unavailable` while too much is stored, and what reading the source throws;
 * then nothing stays stored.
 */
export async function add(
  database: Database,
  clock: Clock,
  accountId: number,
  source: Source,
  { maxBytes = Number.MAX_SAFE_INTEGER }: AddOptions = {},
): Promise<string> {
  const id = await begin(database, clock, accountId);
  const file = { accountId, id };
  const keeper = new PageKeeper({ database, clock, accountId, maxBytes });
  try {
    const keep = storedFile.openWriter(database, clock, file);
    const read = await summarize(database, { accountId, source, now: clock(), keepPage: keeper.keep }, keep);
    if (keeper.pages !== undefined) await storedFile.setPages(database, file, keeper.pages);
    const { numUpdatedRows } = await database
      .updateTable("imports")
      .set({ preview: JSON.stringify(read), expires_at: clock() + LIFETIME_MS })
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw storedFile.replaced();
    return id;
  } catch (error) {
    await inTransaction(database, (transaction) => removeIdle(transaction, file));
    await keeper.discard();
    throw error;
  }
}

/** Makes room for a file that arrives, and returns its id. */
async function begin(database: Database, clock: Clock, accountId: number): Promise<string> {
  const id = randomBytes(12).toString("hex");
  await inTransaction(database, async (transaction) => {
    await removeIdle(transaction, { accountId });
    await storedFile.assertRoom(transaction, clock);
    const added = await transaction
      .insertInto("imports")
      .values({
        account_id: accountId,
        id,
        state: "ready",
        size: 0,
        preview: ARRIVING,
        expires_at: clock() + LIFETIME_MS,
      })
      .onConflict((conflict) => conflict.column("account_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added === undefined) throw importRunning();
  });
  return id;
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
    .where("preview", "<>", ARRIVING)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await get(database, clock, accountId, id);
}

/** Deletes a file that is not imported yet, or a report. Throws `notFound`, and `conflict` while the import runs. */
export async function remove(database: Database, clock: Clock, accountId: number, id: string): Promise<void> {
  await get(database, clock, accountId, id);
  if (!(await inTransaction(database, (transaction) => removeIdle(transaction, { accountId, id }))))
    throw importRunning();
}

/** Deletes the import of an account, or only the one with this id, unless it runs. Returns whether it did. */
async function removeIdle(
  transaction: Transaction,
  { accountId, id }: { readonly accountId: number; readonly id?: string },
): Promise<boolean> {
  const idle = await transaction
    .selectFrom("imports")
    .select("id")
    .where("account_id", "=", accountId)
    .where("state", "<>", "running")
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .forUpdate()
    .executeTakeFirst();
  if (idle === undefined) return false;
  await removeOf(transaction, accountId);
  return true;
}

async function removeOf(transaction: Transaction, accountId: number): Promise<void> {
  await storedFile.remove(transaction, accountId);
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

/** Whether an import has not ended, was not deleted, and no server has begun it again after this attempt. */
export async function isRunning(
  database: Database,
  { accountId, id }: RunningImport,
  attempt: number,
): Promise<boolean> {
  const row = await database
    .selectFrom("imports")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("attempts", "=", attempt)
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
  await storedFile.remove(transaction, accountId);
  return true;
}

function importNotFound(): Failure {
  return new Failure("notFound", "This import has expired or was deleted. Choose the file again.", {
    reason: "import-not-found",
  });
}

function importRunning(): Failure {
  return new Failure("conflict", "Another import is running. Wait until it is done.", { reason: "import-running" });
}
