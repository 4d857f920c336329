import { sql } from "kysely";
import { Failure } from "#contract/failure";
import type { Database, DatabaseOptions } from "../core/handle.ts";
import { openStandby } from "./driver/open.ts";
import { rejectIfSlow } from "./driver/slow-query.ts";
import { SharedQuery } from "./shared-query.ts";

/** How long a read waits until the standby has caught up, and how often it checks that, in milliseconds. */
const MAX_WAIT_MS = 100;
const INTERVAL_MS = 5;

/** Milliseconds for which a standby that failed is not used. */
const RETRY_MS = 1_000;

/** Milliseconds of lag after which a standby counts as unavailable. */
const MAX_LAG_MS = 5_000;

/** Milliseconds between checks while nothing is read. */
const CHECK_INTERVAL_MS = 2_000;

/** How long the standby may take to respond, in milliseconds: requests wait for it. */
const TIMEOUT_MS = 2_000;

/** How long a read on the standby may take, in milliseconds, before it is repeated on the primary. */
const READ_TIMEOUT_MS = 5_000;

/** Why reads of the standby are not possible. */
type StandbyProblem = "down" | "lagging";

/**
 * A streaming standby of PostgreSQL, for reads outside of transactions. A read on it sees every change that was
 * acknowledged before the read began, by any server and to any client: first the primary is asked up to which position
 * its write-ahead log is on disk, which includes every acknowledged commit. The standby must have replayed the log up to
 * there. Concurrent reads share these queries. The replayed position is cached, because it only grows; each new
 * connection must have reached it too, so that a restart, or another machine, does not lead to older data.
 * The log may be on disk up to the middle of a record, which the standby can replay only when the rest has been written;
 * so a read that waits lets the primary write a message, which ends with a whole record.
 * If the standby does not reach the position within 100 ms, is down, or fails, the primary is read.
 */
export class Standby {
  readonly database: Database;
  readonly #primary: Database;
  readonly #written: SharedQuery<number>;
  readonly #replayed: SharedQuery<number>;
  /** The position that the standby has replayed, as far as known. */
  #position = 0;
  #retryAt = 0;
  #nextMessageAt = 0;
  /** When the standby fell behind; undefined while it keeps up. */
  #behindSince: number | undefined;
  #problem: StandbyProblem | undefined;
  #timer: NodeJS.Timeout | undefined;
  #report: (reason: StandbyProblem | undefined, cause?: unknown) => void = () => {};
  /** Reads by where they were executed. */
  readonly reads = { standby: 0, primary: 0 };

  constructor(
    primary: Database,
    url: string,
    { poolSize, preparesStatements = false, onStatement }: DatabaseOptions = {},
  ) {
    const options = {
      size: poolSize,
      lockTimeout: TIMEOUT_MS,
      statementTimeout: READ_TIMEOUT_MS,
      preparesStatements,
      onConnect: async (client: { readonly query: (text: string) => Promise<{ readonly rows: unknown[] }> }) => {
        const { rows } = await client.query(REPLAYED);
        const [row] = rows as { readonly position: number | null }[];
        if (positionIn(row) < this.#position) throw new Error("The standby is further back than it was.");
      },
    };
    this.#primary = primary;
    this.database = openStandby(url, options, onStatement);
    this.#written = new SharedQuery(() => queryPosition(primary, WRITTEN));
    this.#replayed = new SharedQuery(() => queryPosition(this.database, REPLAYED));
  }

  /** Starts to check the standby. `report` is called when it becomes unavailable, and with undefined when available. */
  start(report: (reason: StandbyProblem | undefined, cause?: unknown) => void): void {
    this.#report = report;
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
    this.#check();
  }

  /** Whether reads are possible, as of the last check. */
  isAvailable(): boolean {
    return this.#problem === undefined;
  }

  /** Reads on the standby. Resolves with undefined if that is not possible or failed: then read the primary. */
  async read<T extends object>(work: () => Promise<T>): Promise<T | undefined> {
    if (await this.#isCurrent()) {
      try {
        const result = await work();
        this.reads.standby += 1;
        return result;
      } catch (error) {
        // A standby that fails, or rejects a write, is "unavailable". Other failures are the result of the read.
        if (error instanceof Failure && error.kind !== "unavailable") {
          this.reads.standby += 1;
          throw error;
        }
        this.#check();
      }
    }
    this.reads.primary += 1;
    return undefined;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.database.destroy();
  }

  /** Checks the standby even if nothing was written since the last check. */
  #check(): void {
    void this.#isCurrent(true);
  }

  async #isCurrent(isCheck = false): Promise<boolean> {
    if (performance.now() < this.#retryAt) return false;
    // While it is down, only checks query it, so that requests do not wait for its timeout.
    if (this.#problem === "down" && !isCheck) return false;
    // An error of the primary is not one of the standby; the read will fail on the primary too.
    const target = await this.#written.run().catch(() => undefined);
    if (target === undefined) return false;
    try {
      const isKnown = this.#position >= target && this.#problem === undefined && !isCheck;
      const hasReplayed = isKnown || (await this.#waitFor(target));
      this.#behindSince = hasReplayed ? undefined : (this.#behindSince ?? performance.now());
      if (hasReplayed) this.#setProblem(undefined);
      else if (performance.now() - (this.#behindSince ?? 0) >= MAX_LAG_MS) this.#setProblem("lagging");
      return hasReplayed;
    } catch (error) {
      this.#retryAt = performance.now() + RETRY_MS;
      this.#setProblem("down", error);
      return false;
    }
  }

  /** Waits until the standby has replayed a position; only once if it was lagging before. */
  async #waitFor(target: number): Promise<boolean> {
    const deadline = performance.now() + (this.#behindSince === undefined ? MAX_WAIT_MS : 0);
    for (let attempt = 1; ; attempt++) {
      const position = await rejectIfSlow(this.#replayed.run(), TIMEOUT_MS);
      this.#position = Math.max(this.#position, position);
      if (position >= target) return true;
      // Usually the standby is there at the second look.
      if (attempt > 1 || this.#behindSince !== undefined) this.#completeRecord();
      if (performance.now() >= deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }

  /** Lets the primary write its log to disk up to the end of a record; once in 100 ms. */
  #completeRecord(): void {
    if (performance.now() < this.#nextMessageAt) return;
    this.#nextMessageAt = performance.now() + MAX_WAIT_MS;
    // Without it, reads use the primary.
    sql
      .raw(MESSAGE)
      .execute(this.#primary)
      .catch(() => {});
  }

  #setProblem(problem: StandbyProblem | undefined, cause?: unknown): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#report(problem, cause instanceof Failure ? cause.cause : cause);
  }
}

/** How many bytes of its log a standby is behind the primary. Throws if it is no standby, or does not respond. */
export async function bytesBehind(primary: Database, url: string): Promise<number> {
  const standby = openStandby(url, { size: 1, lockTimeout: TIMEOUT_MS, statementTimeout: READ_TIMEOUT_MS });
  try {
    const written = await queryPosition(primary, WRITTEN);
    return Math.max(0, written - (await rejectIfSlow(queryPosition(standby, REPLAYED), TIMEOUT_MS)));
  } finally {
    await standby.destroy();
  }
}

/** The position up to which the write-ahead log of a primary is on disk, in bytes. */
const WRITTEN = "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position";

/** Writes a record that has no effect; its commit waits until the log is on disk up to there. */
const MESSAGE = "select pg_logical_emit_message(true, 'triptych', '')";

/** The position up to which a standby has replayed the log; null on a server that is no standby. */
const REPLAYED = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`;

async function queryPosition(database: Database, text: string): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`${sql.raw(text)}`.execute(database);
  return positionIn(rows[0]);
}

function positionIn(row: { readonly position: number | null } | undefined): number {
  const position = row?.position ?? undefined;
  if (position === undefined) throw new Error("DATABASE_REPLICA_URL is not a standby.");
  return position;
}
