import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type ReportOutage, type RequestCounter, type Tally, WINDOW_MS } from "./request-counter.ts";

/**
 * Milliseconds between the first unsaved count and the save, which writes many counts in one
 * statement. A crash loses the requests counted in this time and during the save.
 */
const SAVE_DELAY_MS = 500;

/**
 * Share of the limit that a network's unsaved requests may reach: 25 of 600. Beyond it, requests
 * wait for a save, so that a crash does not lose the count of a burst.
 */
const UNSAVED_SHARE = 1 / 24;

/**
 * Milliseconds between two reads of the stored count of a network beyond the limit, whose requests are not counted: an
 * administrator may have deleted it.
 */
const REREAD_INTERVAL_MS = 1_000;

/** Networks that stay cached in memory after a save. Evicted ones are read from the database again. */
const MAX_CACHED_NETWORKS = 10_000;

/** Networks saved by one statement: few enough that it does not block other requests for long. */
const ROWS_PER_STATEMENT = 500;

/** Maximum number of expired windows that one save deletes. */
const MAX_DELETED = 100;

/** The cached count of a network. */
interface Entry {
  readonly network: string;
  count: number;
  /** The part of `count` that is not yet saved. */
  unsaved: number;
  endsAt: number;
  /** When the stored count was last read because the network is beyond the limit. */
  rereadAt: number;
}

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  /** Requests per window. Only one request beyond it is counted, so that the rest cost no writes. */
  readonly limit: number;
  /** Milliseconds between the first unsaved count and the save; for tests. */
  readonly saveDelay?: number | undefined;
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
  /** The save that was requested but has not started. */
  #nextSave: Promise<void> | undefined;
  /** Whether the last save failed. If so, requests do not wait for the next one. */
  #isFailing = false;
  #report: ReportOutage = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  async hit(network: string): Promise<Tally> {
    const entry = await this.#entryOf(network);
    const now = this.#options.clock();
    if (entry.endsAt <= now) Object.assign(entry, { count: 0, unsaved: 0, endsAt: now + WINDOW_MS });
    // The clock was set back, or the window was stored by a process whose clock was ahead.
    if (entry.endsAt > now + WINDOW_MS) this.#change(entry, { endsAt: now + WINDOW_MS });
    if (entry.count <= this.#options.limit) this.#add(entry, 1);
    else if (now - entry.rereadAt >= REREAD_INTERVAL_MS) void this.#reread(entry, now).catch(ignore);
    const tally = { count: entry.count, remainingMs: entry.endsAt - now };
    if (entry.unsaved > this.#options.limit * UNSAVED_SHARE && !this.#isFailing) await this.#save().catch(ignore);
    return tally;
  }

  async refund(network: string): Promise<void> {
    const entry = await this.#entryOf(network);
    if (entry.count > 0) this.#add(entry, -1);
  }

  /** Opens nothing: the server itself opens and checks the database. */
  async open(report: ReportOutage): Promise<void> {
    this.#report = report;
  }

  /** Always true: the counts are in memory, and saving them is best effort. */
  isAvailable(): boolean {
    return true;
  }

  /** Deletes all counts. */
  async reset(): Promise<void> {
    await this.#save();
    await this.#options.database.deleteFrom("request_counts").execute();
    this.#entries.clear();
  }

  /** Saves the unsaved counts. If that fails, they are lost. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#save().catch(ignore);
  }

  #add(entry: Entry, change: 1 | -1): void {
    this.#change(entry, { count: entry.count + change, unsaved: entry.unsaved + change });
  }

  #change(entry: Entry, change: Partial<Omit<Entry, "network">>): void {
    Object.assign(entry, change);
    this.#dirty.add(entry);
    this.#saveLater();
  }

  /** Returns the cached entry of a network, or loads it. Concurrent requests share one query. */
  #entryOf(network: string): Promise<Entry> {
    const cached = this.#entries.get(network);
    if (cached !== undefined) return cached;
    const entry = this.#load(network);
    this.#entries.set(network, entry);
    entry.catch(() => this.#entries.delete(network));
    return entry;
  }

  async #load(network: string): Promise<Entry> {
    const row = await this.#find(network);
    return { network, count: row?.count ?? 0, unsaved: 0, endsAt: row?.ends_at ?? 0, rereadAt: 0 };
  }

  /** Adopts the stored count. Its window may be over, and its row deleted. */
  async #reread(entry: Entry, now: number): Promise<void> {
    entry.rereadAt = now;
    if (entry.unsaved !== 0 || this.#dirty.has(entry)) return;
    const row = await this.#find(entry.network);
    if (entry.unsaved === 0) entry.count = row?.count ?? 0;
  }

  #find(network: string) {
    return this.#options.database
      .selectFrom("request_counts")
      .select(["count", "ends_at"])
      .where("network", "=", network)
      .executeTakeFirst();
  }

  #saveLater(): void {
    const { saveDelay = SAVE_DELAY_MS } = this.#options;
    this.#timer ??= setTimeout(() => this.#save().catch(ignore), saveDelay).unref();
  }

  /** Saves the unsaved counts. Calls made during a save share the next save. */
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
      await this.#deleteExpired();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#report("request counts can't be saved, retrying", error);
      this.#isFailing = true;
      throw error;
    } finally {
      for (const entry of entries) this.#dirty.add(entry);
      this.#evict();
      if (this.#dirty.size > 0) this.#saveLater();
    }
  }

  /**
   * Adds the unsaved counts of some networks to the database, and updates their entries with the
   * totals of all processes. Does not update an entry whose next window began during the save.
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
          // A stored end that is further away than a window comes from a clock that was ahead.
          ends_at: sql`case when request_counts.ends_at > ${now} and request_counts.ends_at <= ${now + WINDOW_MS}
            then request_counts.ends_at else excluded.ends_at end`,
        }),
      )
      .returning(["network", "count", "ends_at"])
      .execute();
    return new Map(rows.map((row) => [row.network, row]));
  }

  async #deleteExpired(): Promise<void> {
    const { database, clock } = this.#options;
    const expired = database
      .selectFrom("request_counts")
      .select("network")
      .where("ends_at", "<=", clock())
      .orderBy("ends_at")
      .limit(MAX_DELETED);
    await database.deleteFrom("request_counts").where("network", "in", expired).execute();
  }

  /**
   * Evicts the oldest networks beyond the maximum from memory. While saves fail, their unsaved
   * counts are lost.
   */
  #evict(): void {
    if (this.#entries.size <= MAX_CACHED_NETWORKS) return;
    for (const network of this.#entries.keys()) {
      if (this.#entries.size <= MAX_CACHED_NETWORKS) break;
      this.#entries.delete(network);
    }
    if (!this.#isFailing) return;
    for (const entry of this.#dirty) if (!this.#entries.has(entry.network)) this.#dirty.delete(entry);
  }
}

function ignore(): void {}
