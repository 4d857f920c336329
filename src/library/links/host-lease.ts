import pLimit from "p-limit";
import type { Database } from "../../database/database.ts";
import { Lease } from "../../database/lease.ts";
import { HostTurns } from "./host-turns.ts";

/** How long the lease lasts, in milliseconds: another server goes on this long after a crash. */
const LEASE_MS = 3_000;

/**
 * The right to ask the hosts of links, for whatever reason. Of several servers one has it at a time, so that the turns of
 * hosts, which are in its memory, hold for all.
 */
export class HostLease {
  readonly turns: HostTurns;
  readonly #lease: Lease;
  /** Calls of `hold` that have not ended. */
  #users = 0;
  /** Acquires and releases the lease one after the other. */
  readonly #serially = pLimit(1);

  constructor(database: Database, clock: () => number) {
    this.turns = new HostTurns(clock);
    this.#lease = new Lease(database, clock, "hosts", LEASE_MS);
  }

  /**
   * Does work that asks hosts, while this server has the lease. Undefined while another server has it. What still asks a
   * host after the work has ended needs another call within a second.
   */
  async hold<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!(await this.#acquire())) return undefined;
    try {
      return await this.#lease.renewDuring(work);
    } finally {
      this.#users -= 1;
    }
  }

  /**
   * Lets another server ask hosts, unless this one does so or has done so within a second: then the lease expires unless
   * it is held again.
   */
  release(): Promise<void> {
    return this.#serially(async () => {
      if (this.#users === 0 && this.turns.isQuiet) await this.#lease.release();
    });
  }

  #acquire(): Promise<boolean> {
    return this.#serially(async () => {
      const isAcquired = await this.#lease.acquire();
      if (isAcquired) this.#users += 1;
      return isAcquired;
    });
  }
}
