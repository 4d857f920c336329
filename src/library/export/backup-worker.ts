import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Failure } from "#contract/failure";
import { BackgroundLoop } from "../../base/background-loop.ts";
import { tracedJob } from "../../base/instrumentation.ts";
import { type Database, inTransaction } from "../../database/database.ts";
import * as placement from "../placement.ts";
import * as quota from "../quota.ts";
import * as backups from "./backups.ts";
import * as exports from "./exports.ts";

/** Backups that may wait, of all accounts. */
export const MAX_WAITING = 100;

/** Delay before each backup, in milliseconds: leaves time for requests. */
const PAUSE_MS = 10;

/** Milliseconds until a worker that has nothing to do looks again, unless it is woken. */
const IDLE_MS = 60_000;

/** A chunk ends with the line that makes it longer than this many characters. */
const CHUNK_LENGTH = 256 * 1024;

/** A backup that was started, and how many bytes its account may store. */
interface StartedBackup {
  readonly id: string;
  readonly accountId: number;
  readonly maxBytes: number;
}

/**
 * Makes backups in the background, one at a time. They wait in the memory of the server that received the request: a
 * backup that is waiting or being made when it stops is lost. It is never listed, and deleted after a later one.
 */
export class BackupWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #waiting: StartedBackup[] = [];
  readonly #loop = new BackgroundLoop(PAUSE_MS);
  #isStarted = false;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Accepts backups from now on. Reports those that failed, except for the quota. */
  start(onError: (error: unknown) => void): void {
    this.#isStarted = true;
    this.#loop.start(async () => {
      await this.#makeNext(onError);
      return this.#waiting.length > 0 ? 0 : IDLE_MS;
    }, IDLE_MS);
  }

  /** Throws `unavailable` if too many backups are waiting. */
  assertRoom(): void {
    if (this.#waiting.length < MAX_WAITING) return;
    throw new Failure("unavailable", "Too many backups are waiting. Try again in a minute.", {
      reason: "backups-waiting",
      retryAfter: 60,
      limit: "exports",
    });
  }

  /** The number of backups that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Makes a backup after those that were added before. */
  add(started: StartedBackup): void {
    if (!this.#isStarted) return;
    this.#waiting.push(started);
    this.#loop.wake();
  }

  /** Resolves when no backup is waiting or being made. */
  settled(): Promise<void> {
    return this.#loop.settled();
  }

  /** Accepts no more backups, and waits for the one that is being made. */
  async close(): Promise<void> {
    this.#isStarted = false;
    this.#waiting.length = 0;
    await this.#loop.close();
  }

  async #makeNext(onError: (error: unknown) => void): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    try {
      await tracedJob("export", () => make(this.#database, this.#clock, next));
    } catch (error) {
      if (!(error instanceof Failure && error.limit === "quota")) onError(error);
    }
  }
}

/**
 * Exports all items of an account outside the Trash in every format, and stores the exports compressed, a
 * chunk per transaction. Deletes the backup if that fails, for example with `forbidden` beyond the quota.
 */
async function make(database: Database, clock: () => number, started: StartedBackup): Promise<void> {
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
