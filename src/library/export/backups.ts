import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Failure } from "#contract/failure";
import type { Database, Transaction } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import * as library from "../library.ts";
import type { FullFormat } from "./exports.ts";

type Clock = () => number;

/** A complete export of an account at a time, stored in every format of exports. */
export interface Backup {
  readonly id: string;
  readonly created_at: Time;
}

/** Complete backups that an account keeps. */
const MAX_KEPT = 30;

/** Within so many milliseconds of a backup, no other is started. */
const MIN_INTERVAL = 60_000;

/** A backup that is not complete after so many milliseconds was interrupted. */
const MAX_DURATION = 3_600_000;

/** Chunks that one transaction deletes. */
const CHUNKS_PER_TRANSACTION = 20;

/** The complete backups of an account, the newest first. */
export async function list(database: Database, accountId: number): Promise<Backup[]> {
  return database
    .selectFrom("backups")
    .select(["id", "created_at"])
    .where("account_id", "=", accountId)
    .where("completed", "=", 1)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_KEPT)
    .execute();
}

/** Records that a backup is being made. Returns its id; undefined if another was started within a minute. */
export async function start(database: Database, clock: Clock, accountId: number): Promise<string | undefined> {
  // A change of the library creates the library, and two requests can't both find no earlier backup.
  return library.change(database, accountId, async (transaction) => {
    const now = clock();
    const recent = await transaction
      .selectFrom("backups")
      .select("id")
      .where("account_id", "=", accountId)
      .where("created_at", ">", now - MIN_INTERVAL)
      // A time in the future, from before the clock was set back, must not delay backups.
      .where("created_at", "<=", now)
      .executeTakeFirst();
    return recent === undefined ? add(transaction, accountId, now) : undefined;
  });
}

/** Adds an incomplete backup, and returns its id: 24 hexadecimal digits. */
async function add(transaction: Transaction, accountId: number, now: Time): Promise<string> {
  const id = randomBytes(12).toString("hex");
  await transaction
    .insertInto("backups")
    .values({ id, account_id: accountId, completed: 0, created_at: now })
    .execute();
  return id;
}

/** Makes a backup visible. Deletes the oldest ones above 30, and those whose making was interrupted. */
export async function complete(database: Database, clock: Clock, accountId: number, id: string): Promise<void> {
  await database.updateTable("backups").set({ completed: 1 }).where("id", "=", id).execute();
  const all = await database
    .selectFrom("backups")
    .select(["id", "completed", "created_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const extra = all.filter(({ completed }) => completed === 1).slice(MAX_KEPT);
  const interrupted = all.filter((backup) => backup.completed === 0 && backup.created_at < clock() - MAX_DURATION);
  for (const backup of [...extra, ...interrupted]) await remove(database, backup.id);
}

/** Hides a backup, and deletes it in short transactions. An interrupted deletion is repeated by `complete`. */
export async function remove(database: Database, id: string): Promise<void> {
  await database.updateTable("backups").set({ completed: 0 }).where("id", "=", id).execute();
  for (;;) {
    const chunks = await database
      .selectFrom("backup_chunks")
      .select(["format", "number"])
      .where("backup_id", "=", id)
      .limit(CHUNKS_PER_TRANSACTION)
      .execute();
    if (chunks.length === 0) break;
    for (const { format, number } of chunks) {
      await database
        .deleteFrom("backup_chunks")
        .where("backup_id", "=", id)
        .where("format", "=", format)
        .where("number", "=", number)
        .execute();
    }
    await setImmediate();
  }
  await database.deleteFrom("backups").where("id", "=", id).execute();
}

/** Reads a complete backup in parts. Throws `notFound` for an unknown one, and for one of another account. */
export async function read(
  database: Database,
  accountId: number,
  id: string,
  format: FullFormat,
): Promise<AsyncIterable<string>> {
  const found = await database
    .selectFrom("backups")
    .select(({ selectFrom, fn }) => [
      selectFrom("backup_chunks")
        .select(fn.countAll<number>().as("count"))
        .where("backup_id", "=", id)
        .where("format", "=", format)
        .as("count"),
    ])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("completed", "=", 1)
    .executeTakeFirst();
  if (found === undefined)
    throw new Failure("notFound", "There is no backup with this id.", { reason: "backup-not-found" });
  return readChunks(database, id, format, found.count ?? 0);
}

/** Throws if a chunk is missing, because the backup was deleted meanwhile: the client must not take it for complete. */
async function* readChunks(database: Database, id: string, format: FullFormat, count: number): AsyncIterable<string> {
  for (let number = 0; number < count; number++) {
    const { bytes } = await database
      .selectFrom("backup_chunks")
      .select("bytes")
      .where("backup_id", "=", id)
      .where("format", "=", format)
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    yield (await promisify(gunzip)(bytes)).toString();
  }
}
