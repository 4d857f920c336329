import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import { type EntryBatches, toEntries } from "./batches.ts";
import { type KeptPages, release } from "./kept-pages.ts";
import type { Entry } from "./reader.ts";

// The entries of an imported file, in the database. Its batches are stored while it arrives, each in a transaction of its
// own, so that a long upload blocks no other writer.

/** Bytes of a file without the uploads in it: 25,000 bookmarks with their icons. */
export const MAX_FILE = 50 * 1024 * 1024;

/**
 * Bytes of the stored entries of all accounts; a batch that arrives at the same moment may exceed it. An account has
 * one file, so that it has at most a tenth.
 */
const MAX_BYTES = 10 * MAX_FILE;

type Clock = () => number;

/** A file in the database. */
export interface StoredFile {
  readonly accountId: number;
  /** That of its import. */
  readonly id: string;
}

/**
 * Returns a function that stores the next batch. It throws `conflict` if another file replaces this one, and
 * `unavailable` while too much is stored.
 */
export function openWriter(database: Database, clock: Clock, file: StoredFile): (batch: Buffer) => Promise<void> {
  let [number, size] = [0, 0];
  return async (bytes) => {
    size += bytes.length;
    const chunk = { account_id: file.accountId, number: number++, bytes };
    // Not in the transaction, which keeps others from writing: few statements.
    await assertRoom(database, clock, bytes.length);
    await inTransaction(database, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("imports")
        .set({ size })
        .where("account_id", "=", file.accountId)
        .where("id", "=", file.id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw replaced();
      await transaction.insertInto("import_chunks").values(chunk).execute();
    });
  };
}

/** Throws `unavailable` if too much would be stored with `added` bytes more. */
export async function assertRoom(database: Database, clock: Clock, added = 0): Promise<void> {
  const { used } = await database
    .selectFrom("imports")
    .select(sql<number>`coalesce(sum(size), 0)`.as("used"))
    .where("expires_at", ">", clock())
    .executeTakeFirstOrThrow();
  // Some engines return a sum as a string.
  if (Number(used) + added <= MAX_BYTES) return;
  throw new Failure("unavailable", "Too many imports are in progress. Try again in a moment.", {
    reason: "files-in-progress",
    retryAfter: 60,
    limit: "imports",
  });
}

/** The entries of a file. Reading them throws `conflict` if they are deleted meanwhile. */
export async function open(database: Database, { accountId }: StoredFile): Promise<EntryBatches> {
  const { batches } = await database
    .selectFrom("import_chunks")
    .select(({ fn }) => fn.countAll().as("batches"))
    .where("account_id", "=", accountId)
    .where("number", "<>", PAGES)
    .executeTakeFirstOrThrow();
  // Some engines return a count as a string.
  return { count: Number(batches), read: (number, transaction) => read(transaction, accountId, number) };
}

async function read(transaction: Transaction, accountId: number, number: number): Promise<readonly Entry[]> {
  const chunk = await transaction
    .selectFrom("import_chunks")
    .select("bytes")
    .where("account_id", "=", accountId)
    .where("number", "=", number)
    .executeTakeFirst();
  if (chunk === undefined) throw replaced();
  return toEntries(chunk.bytes);
}

/** The number of the row that says in which files the pages of the file are. */
const PAGES = -1;

/** Records in which files the pages of the file are. Throws `conflict` if another file replaces this one. */
export async function setPages(database: Database, { accountId, id }: StoredFile, pages: KeptPages): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(pages));
  await inTransaction(database, async (transaction) => {
    const found = await transaction
      .selectFrom("imports")
      .select("id")
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw replaced();
    await transaction
      .deleteFrom("import_chunks")
      .where("account_id", "=", accountId)
      .where("number", "=", PAGES)
      .execute();
    await transaction.insertInto("import_chunks").values({ account_id: accountId, number: PAGES, bytes }).execute();
  });
}

/** In which files the pages of a file are; undefined if it has none. */
export async function findPages(database: Database, accountId: number): Promise<KeptPages | undefined> {
  const chunk = await database
    .selectFrom("import_chunks")
    .select("bytes")
    .where("account_id", "=", accountId)
    .where("number", "=", PAGES)
    .executeTakeFirst();
  return chunk && JSON.parse(chunk.bytes.toString());
}

/** Deletes the file of an account, with those of its pages that no item has. */
export async function remove(transaction: Transaction, accountId: number): Promise<void> {
  const pages = await findPages(transaction, accountId);
  if (pages !== undefined) await release(transaction, pages);
  await transaction.deleteFrom("import_chunks").where("account_id", "=", accountId).execute();
}

export function replaced(): Failure {
  return new Failure("conflict", "Another file was chosen in the meantime.", { reason: "file-replaced" });
}
