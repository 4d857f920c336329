import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type RequestCounter, type Tally, WINDOW } from "./request-counter.ts";

/** How long counts are held back before they are saved together, in milliseconds: a crash loses no more, with the time that saving takes. */
const HOLD = 500;

/**
 * The part of its hour that may be held back of a network: 25 requests of 600. Who sends more waits until they are saved, so that no crash
 * forgets a burst.
 */
const UNSAVED_SHARE = 1 / 24;

/** How many networks are remembered here; the others are looked up when they come again. */
const MOST_NETWORKS = 10_000;

/** How many networks one statement saves: so few that others run between two. */
const CHUNK = 500;

/** How many ended hours are forgotten at a time. */
const FORGOTTEN = 100;

/** What is known here of a network. */
interface Entry {
  readonly network: string;
  count: number;
  /** The part of `count` that the database does not know of yet. */
  unsaved: number;
  endsAt: number;
}

/** What the counter works with. */
interface Parts {
  readonly database: Database;
  readonly clock: () => number;
  /** Who is over it is not counted on, and costs no more writes. */
  readonly limit: number;
}

/**
 * Counts in memory and keeps the counts in the database, many at a time. Several processes on one database learn of each other's
 * twice a second.
 */
export class DatabaseCounter implements RequestCounter {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Promise<Entry>>();
  readonly #dirty = new Set<Entry>();
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async hit(network: string): Promise<Tally> {
    const entry = await this.#entryOf(network);
    const now = this.#parts.clock();
    if (entry.endsAt <= now) Object.assign(entry, { count: 0, unsaved: 0, endsAt: now + WINDOW });
    if (entry.count <= this.#parts.limit) this.#add(entry, 1);
    const tally = { count: entry.count, remaining: entry.endsAt - now };
    if (entry.unsaved > this.#parts.limit * UNSAVED_SHARE) await this.#save();
    return tally;
  }

  async refund(network: string): Promise<void> {
    const entry = await this.#entryOf(network);
    if (entry.count > 0) this.#add(entry, -1);
  }

  /** It has no connection of its own. */
  async open(): Promise<void> {}

  async check(): Promise<void> {}

  /** Forgets everything that was counted. */
  async forget(): Promise<void> {
    await this.#save();
    await this.#parts.database.deleteFrom("request_counts").execute();
    this.#entries.clear();
  }

  /** What can't be saved any more is lost, at most half a second of counting. */
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

  /** Looks a network up once, however many of its requests ask at the same time. */
  #entryOf(network: string): Promise<Entry> {
    const known = this.#entries.get(network);
    if (known !== undefined) return known;
    const entry = this.#load(network);
    this.#entries.set(network, entry);
    entry.catch(() => this.#entries.delete(network));
    return entry;
  }

  async #load(network: string): Promise<Entry> {
    const row = await this.#parts.database
      .selectFrom("request_counts")
      .select(["count", "ends_at"])
      .where("network", "=", network)
      .executeTakeFirst();
    return { network, count: row?.count ?? 0, unsaved: 0, endsAt: row?.ends_at ?? 0 };
  }

  #saveLater(): void {
    this.#timer ??= setTimeout(() => this.#save().catch(ignore), HOLD).unref();
  }

  /** Saves what is held back. Whoever asks while that runs shares the next one. */
  #save(): Promise<void> {
    if (this.#next === undefined) {
      this.#next = this.#last.catch(ignore).then(() => this.#write());
      this.#last = this.#next;
    }
    return this.#next;
  }

  async #write(): Promise<void> {
    this.#next = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = [...this.#dirty].sort((one, other) => (one.network < other.network ? -1 : 1));
    this.#dirty.clear();
    try {
      while (entries.length > 0) await this.#writeSome(entries.splice(0, CHUNK));
      await this.#forgetEnded();
    } finally {
      for (const entry of entries) this.#dirty.add(entry);
      if (this.#dirty.size > 0) this.#saveLater();
    }
  }

  /** Adds what is held back of some networks, and takes over what other processes have added. */
  async #writeSome(entries: readonly Entry[]): Promise<void> {
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

  /** In the order of the networks, so that two processes do not lock each other out. */
  async #upsert(entries: readonly Entry[]) {
    const now = this.#parts.clock();
    const rows = await this.#parts.database
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

  /** Lets go of hours that have ended, in the database, and of networks that are too many, in memory. */
  async #forgetEnded(): Promise<void> {
    const { database, clock } = this.#parts;
    const ended = database
      .selectFrom("request_counts")
      .select("network")
      .where("ends_at", "<=", clock())
      .orderBy("ends_at")
      .limit(FORGOTTEN);
    await database.deleteFrom("request_counts").where("network", "in", ended).execute();
    for (const network of this.#entries.keys()) {
      if (this.#entries.size <= MOST_NETWORKS) break;
      this.#entries.delete(network);
    }
  }
}

function ignore(): void {}
