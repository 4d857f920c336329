import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Database, inTransaction } from "../../database/database.ts";
import * as placement from "../placement.ts";
import * as quota from "../quota.ts";
import * as backups from "./backups.ts";
import * as exports from "./exports.ts";

/** A chunk ends with the line that makes it longer than this many characters. */
const CHUNK_LENGTH = 256 * 1024;

/** A backup that was started, and how many bytes its account may store. */
export interface StartedBackup {
  readonly id: string;
  readonly accountId: number;
  readonly maxBytes: number;
}

/**
 * Exports all items of an account outside the Trash in every format, and stores the exports compressed, a
 * chunk per transaction. Deletes the backup if that fails, for example with `forbidden` beyond the quota.
 */
export async function make(database: Database, clock: () => number, started: StartedBackup): Promise<void> {
  const { id, accountId } = started;
  try {
    for (const format of exports.FULL_FORMATS) await store(database, started, format);
    await backups.complete(database, clock, accountId, id);
  } catch (error) {
    await backups.remove(database, id);
    throw error;
  }
}

async function store(
  database: Database,
  { id, accountId, maxBytes }: StartedBackup,
  format: exports.FullFormat,
): Promise<void> {
  const everything = { placeId: placement.EVERYTHING, nested: false };
  const lines = await exports.start(database, accountId, everything, { format, order: "-created", search: "" });
  let number = 0;
  for await (const bytes of compressed(lines)) {
    const chunk = { backup_id: id, account_id: accountId, format, number: number++, bytes };
    await inTransaction(database, async (transaction) => {
      await transaction.insertInto("backup_chunks").values(chunk).execute();
      await quota.makeRoomInStorage(transaction, accountId, maxBytes);
    });
  }
}

/** Joins lines to chunks and compresses each on another thread. */
async function* compressed(lines: AsyncIterable<string>): AsyncIterable<Buffer> {
  let text = "";
  for await (const line of lines) {
    text += line;
    if (text.length <= CHUNK_LENGTH) continue;
    yield await promisify(gzip)(text);
    text = "";
  }
  yield await promisify(gzip)(text);
}
