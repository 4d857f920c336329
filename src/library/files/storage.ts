import { setImmediate } from "node:timers/promises";
import { Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import * as expiry from "../journal/expired-files.ts";
import * as library from "../library.ts";
import * as quota from "../quota.ts";
import { KindReader } from "./kind.ts";

// A file is stored in chunks, each written in a transaction of its own, so that a long upload blocks no other
// writer. Until an item has the file, it is invisible and has an expiry time: the cleanup worker deletes what a
// crash leaves behind.

/** Bytes of a chunk. An upload or a download holds one or two in memory. */
const CHUNK_SIZE = 256 * 1024;

/** An upload that is not complete after so many milliseconds was interrupted. Requests take at most a minute. */
const MAX_DURATION = 3_600_000;

/** A file as a client sends it. */
export interface Upload {
  readonly content: AsyncIterable<Buffer>;
  /** Without a path. Known once the content was read. */
  readonly name: string;
  /** The media type, if the server made the file; otherwise it is recognised. */
  readonly type?: string;
}

/** A file whose content is stored, and that no item has yet. */
export interface StoredFile {
  readonly id: number;
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly size: number;
}

/** How much may be stored. */
export interface StorageOptions {
  /** Bytes that the account may store. */
  readonly maxBytes: number;
}

/**
 * Stores the content of a file. Throws `invalid` for an unknown kind, `forbidden` for a file larger than the quota, and
 * what reading the content throws; then nothing stays stored. The account may exceed its quota until an item gets the
 * file: whoever calls `keep` checks it, because the check gives up undo steps, and the upload may still fail.
 */
export async function store(
  database: Database,
  clock: () => number,
  accountId: number,
  upload: Upload,
  { maxBytes }: StorageOptions,
): Promise<StoredFile> {
  const id = await begin(database, clock, accountId);
  try {
    const kind = new KindReader();
    let [number, size] = [0, 0];
    for await (const bytes of inChunks(upload.content)) {
      if (upload.type === undefined) kind.read(bytes);
      const chunk = { file_id: id, number: number++, account_id: accountId, bytes };
      size += bytes.length;
      if (size > maxBytes) throw quota.storageExceeded(maxBytes);
      await database.insertInto("file_chunks").values(chunk).execute();
    }
    const { name, type } = upload;
    return { id, name, type: type ?? kind.finish(name), size };
  } catch (error) {
    await discard(database, id);
    throw error;
  }
}

async function begin(database: Database, clock: () => number, accountId: number): Promise<number> {
  // A change of the library creates the library, which counts the bytes.
  return library.change(database, accountId, async (transaction) => {
    const { id } = await transaction
      .insertInto("files")
      .values({ account_id: accountId, name: "", type: "", size: 0, expires_at: clock() + MAX_DURATION })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Joins parts of a file, which may be short, to chunks of 256 KiB. */
export async function* inChunks(parts: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let [waiting, length]: [Uint8Array[], number] = [[], 0];
  for await (const part of parts) {
    waiting.push(part);
    length += part.length;
    while (length >= CHUNK_SIZE) {
      const joined = Buffer.concat(waiting);
      yield joined.subarray(0, CHUNK_SIZE);
      const rest = joined.subarray(CHUNK_SIZE);
      [waiting, length] = [rest.length === 0 ? [] : [rest], rest.length];
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/**
 * Gives a stored file to an item, in the transaction that creates the item. Does not check the quota. Throws
 * `unavailable` if the file is deleted already.
 */
export async function keep(transaction: Transaction, file: StoredFile): Promise<void> {
  if (await keepIfStored(transaction, file)) return;
  throw new Failure("unavailable", "The upload took too long. Try again.", {
    reason: "upload-too-slow",
    retryAfter: 1,
  });
}

/** Like `keep`, but returns false if the file is deleted already. */
export async function keepIfStored(transaction: Transaction, { id, name, type, size }: StoredFile): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("files")
    .set({ name, type, size, expires_at: null })
    .where("id", "=", id)
    .where("expires_at", ">", 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Deletes a file unless an item has it, in short transactions. Never throws, so that callers throw the error because of
 * which they discard the file: the cleanup worker deletes what is left.
 */
export async function discard(database: Database, id: number): Promise<void> {
  try {
    while (await inTransaction(database, (transaction) => expiry.deletePart(transaction, id))) await setImmediate();
  } catch {}
}

/** Reads a file in chunks. Throws if one is missing, because the file was deleted meanwhile: what was sent is incomplete. */
export async function* read(database: Database, id: number, size: number): AsyncIterable<Buffer> {
  for (let [number, sent] = [0, 0]; sent < size; number++) {
    if (number > 0) await setImmediate();
    const { bytes } = await database
      .selectFrom("file_chunks")
      .select("bytes")
      .where("file_id", "=", id)
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    sent += bytes.length;
    yield bytes;
  }
}
