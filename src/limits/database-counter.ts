import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type RequestCounter, type Tally, WINDOW_MS } from "./request-counter.ts";

/**
 * Milliseconds between the first unsaved count and the save, which writes many counts in one
 * statement. A crash loses the requests counted in this time and during the save.
 */
const SAVE_DELAY_MS = 500;

/**
 * Share of the limit that a network's unsaved requests may reach: 25 of 600. Beyond it, requests
 * wait for a save, so that a crash never loses a burst.
 */
const UNSAVED_SHARE = 1 / 24;

/** Networks cached in memory; evicted ones are read from the database again. */
const MAX_CACHED_NETWORKS = 10_000;

/** Networks saved by one statement: few enough that other requests run between two statements. */
const ROWS_PER_STATEMENT = 500;

/** Expired windows that one save deletes. */
const MAX_DELETED = 100;

/** The cached count of a network. */
interface Entry {
  readonly network: string;
  count: number;
  /** The part of `count` that is not yet saved. */
  unsaved: number;
  endsAt: number;
}

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  /** Requests per window. Requests beyond it are not counted, so that they cost no writes. */
  readonly limit: number;
}

/**
 * Counts in memory and saves the counts to the database in batches. Processes that share a database
 * see each other's counts with each save, twice a second.
 */
export class DatabaseCounter implements RequestCounter {
  readonly #options: Options;
  readonly #entries = new Map<string, Promise<Entry>>();
  readonly #dirty = new Set<Entry>();
  #timer: NodeJS.Timeout | undefined;
  #lastSave: Promise<void> = Promise.resolve();
  /** The save that waits for the last one to finish. */
  #nextSave: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async hit(network: string): Promise<Tally> {
    const entry = await this.#entryOf(network);
    const now = this.#options.clock();
    if (entry.endsAt <= now) Object.assign(entry, { count: 0, unsaved: 0, endsAt: now + WINDOW_MS });
    if (entry.count <= this.#options.limit) this.#add(entry, 1);
    const tally = { count: entry.count, remainingMs: entry.endsAt - now };
    if (entry.unsaved > this.#options.limit * UNSAVED_SHARE) await this.#save();
    return tally;
  }

  async refund(network: string): Promise<void> {
    const entry = await this.#entryOf(network);
    if (entry.count > 0) this.#add(entry, -1);
  }

  /** Does nothing: the server has opened and checks the database. */
  async open(): Promise<void> {}

  /** Does nothing, like `open`. */
  async check(): Promise<void> {}

  /** Deletes all counts. */
  async reset(): Promise<void> {
    await this.#save();
    await this.#options.database.deleteFrom("request_counts").execute();
    this.#entries.clear();
  }

  /** Saves the counts. If that fails, they are lost: those of at most half a second. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#save().catch(ignore);
  }

  #add(entry: Entry, change: 1 | -1): void {
    entry.count += change;
    entry.unsaved += change;
    this.#dirty.add(entry);
    this.#saveLater();
  }

  /** The cached count of a network, else the saved one. Concurrent requests share one query. */
  #entryOf(network: string): Promise<Entry> {
    const cached = this.#entries.get(network);
    if (cached !== undefined) return cached;
    const entry = this.#load(network);
    this.#entries.set(network, entry);
    entry.catch(() => this.#entries.delete(network));
    return entry;
  }

  async #load(network: string): Promise<Entry> {
    const row = await this.#options.database
      .selectFrom("request_counts")
      .select(["count", "ends_at"])
      .where("network", "=", network)
      .executeTakeFirst();
    return { network, count: row?.count ?? 0, unsaved: 0, endsAt: row?.ends_at ?? 0 };
  }

  #saveLater(): void {
    this.#timer ??= setTimeout(() => this.#save().catch(ignore), SAVE_DELAY_MS).unref();
  }

  /** Saves the unsaved counts. Calls during a save share the next one. */
  #save(): Promise<void> {
    if (this.#nextSave === undefined) {
      this.#nextSave = this.#lastSave.catch(ignore).then(() => this.#write());
      this.#lastSave = this.#nextSave;
    }
    return this.#nextSave;
  }

  async #write(): Promise<void> {
    this.#nextSave = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Sorted, so that two processes that save the same networks do not deadlock.
    const entries = [...this.#dirty].sort((one, other) => (one.network < other.network ? -1 : 1));
    this.#dirty.clear();
    try {
      while (entries.length > 0) await this.#writeChunk(entries.splice(0, ROWS_PER_STATEMENT));
      await this.#cleanUp();
    } finally {
      for (const entry of entries) this.#dirty.add(entry);
      if (this.#dirty.size > 0) this.#saveLater();
    }
  }

  /**
   * Adds the unsaved counts of some networks to the database, and reads what other processes have
   * added. A network whose next window began during the save keeps the count of that window.
   */
  async #writeChunk(entries: readonly Entry[]): Promise<void> {
    const sent = new Map(entries.map((entry) => [entry, { ...entry }]));
    for (const entry of entries) entry.unsaved = 0;
    try {
      const rows = await this.#upsert([...sent.values()]);
      for (const [entry, { endsAt }] of sent) {
        const row = rows.get(entry.network);
        if (row === undefined || entry.endsAt !== endsAt) continue;
        Object.assign(entry, { count: row.count + entry.unsaved, endsAt: row.ends_at });
      }
    } catch (error) {
      for (const [entry, { unsaved, endsAt }] of sent) {
        if (entry.endsAt === endsAt) entry.unsaved += unsaved;
        this.#dirty.add(entry);
      }
      throw error;
    }
  }

  async #upsert(entries: readonly Entry[]) {
    const now = this.#options.clock();
    const rows = await this.#options.database
      .insertInto("request_counts")
      .values(entries.map(({ network, unsaved, endsAt }) => ({ network, count: unsaved, ends_at: endsAt })))
      .onConflict((conflict) =>
        conflict.column("network").doUpdateSet({
          count: sql`case when request_counts.ends_at <= ${now} then 0 else request_counts.count end + excluded.count`,
          ends_at: sql`case when request_counts.ends_at <= ${now} then excluded.ends_at else request_counts.ends_at end`,
        }),
      )
      .returning(["network", "count", "ends_at"])
      .execute();
    return new Map(rows.map((row) => [row.network, row]));
  }

  /** Deletes expired windows from the database, and evicts the oldest networks beyond the maximum from memory. */
  async #cleanUp(): Promise<void> {
    const { database, clock } = this.#options;
    const expired = database
      .selectFrom("request_counts")
      .select("network")
      .where("ends_at", "<=", clock())
      .orderBy("ends_at")
      .limit(MAX_DELETED);
    await database.deleteFrom("request_counts").where("network", "in", expired).execute();
    for (const network of this.#entries.keys()) {
      if (this.#entries.size <= MAX_CACHED_NETWORKS) break;
      this.#entries.delete(network);
    }
  }
}

function ignore(): void {}
