import { BackgroundLoop } from "../../../base/background-loop.ts";
import type { Database } from "../../../database/database.ts";
import type { Finding } from "../../../page-reading/check.ts";
import type { HostLease } from "../host-lease.ts";
import * as due from "./due.ts";
import { type Checked, settle } from "./settlement.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds from the start of the server to the first search for due links, and between searches. */
const FIRST_DELAY_MS = 60_000;
const SEARCH_INTERVAL_MS = 60_000;

/** Milliseconds between two passes through all items, to find those that are not checked yet. */
const ENROL_INTERVAL_MS = DAY_MS;

/** Milliseconds between two statements of a pass, in which others may read and write. */
const ENROL_PAUSE_MS = 100;

/** Hosts that are asked at a time. The pages of new items are read first. */
const MAX_HOSTS = 4;

/** Results that are stored together. */
const RESULTS_PER_STATEMENT = 20;

/** Checks a link. Rejects with `Busy` if its host is not to be asked for a while. */
export type CheckLink = (address: URL, signal: AbortSignal) => Promise<Finding>;

/** The host of a link asked to be left alone for a while. */
export class Busy extends Error {
  /** In milliseconds. */
  readonly delay: number;

  constructor(delay: number) {
    super("The host is busy.");
    this.delay = delay;
  }
}

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  readonly lease: HostLease;
  readonly check: CheckLink;
  /** Days after which a link is checked again. */
  readonly days: number;
  /** For tests: milliseconds to the first search. */
  readonly firstDelay?: number;
}

/**
 * Checks in the background whether links still work. Of several servers, only the one that holds the lease does. Checks
 * that are in progress when the server is killed are repeated.
 */
export class LinkCheckWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #check: CheckLink;
  readonly #period: number;
  readonly #lease: HostLease;
  readonly #loop = new BackgroundLoop();
  readonly #firstDelay: number;
  #onError: (error: unknown) => void = () => {};
  /** When the next pass through all items begins, and the last item of one that is in progress. */
  #enrolAt = 0;
  #enrolled = 0;
  /** When any host last responded. */
  #respondedAt = Number.NEGATIVE_INFINITY;

  constructor({ database, clock, lease, check, days, firstDelay = FIRST_DELAY_MS }: Options) {
    this.#database = database;
    this.#clock = clock;
    this.#check = check;
    this.#period = days * DAY_MS;
    this.#lease = lease;
    this.#firstDelay = firstDelay;
  }

  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
    const tryRun = async () => {
      try {
        return await this.#run();
      } catch (error) {
        onError(error);
        return SEARCH_INTERVAL_MS;
      }
    };
    this.#loop.start(tryRun, this.#firstDelay);
  }

  /** Searches for due links soon. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when no check is in progress. */
  settled(): Promise<void> {
    return this.#loop.settled();
  }

  /** Aborts checks that are in progress; they are repeated after the next start. */
  async close(): Promise<void> {
    await this.#loop.close();
    await this.#lease.release().catch(this.#onError);
  }

  /** Does what is due. Returns the milliseconds to the next search. */
  async #run(): Promise<number> {
    if (!this.#isEnrolDue() && !(await due.hasDue(this.#database, this.#clock()))) return SEARCH_INTERVAL_MS;
    const hasMore = await this.#lease.hold(async () => {
      await this.#enrol();
      return this.#checkDue();
    });
    await this.#lease.release();
    return hasMore === true ? 0 : SEARCH_INTERVAL_MS;
  }

  /** Whether the last pass was a day ago, or in the future because the clock was set back. */
  #isEnrolDue(): boolean {
    const now = this.#clock();
    return now >= this.#enrolAt || now < this.#enrolAt - ENROL_INTERVAL_MS;
  }

  async #enrol(): Promise<void> {
    if (!this.#isEnrolDue()) return;
    do {
      const last = await due.enrol(this.#database, this.#enrolled, { now: this.#clock(), period: this.#period });
      this.#enrolled = last ?? 0;
      if (last === undefined) this.#enrolAt = this.#clock() + ENROL_INTERVAL_MS;
    } while (this.#enrolled > 0 && (await this.#loop.pause(ENROL_PAUSE_MS)));
  }

  /** Checks some links that are due, those of a few hosts at a time. Returns whether there were any. */
  async #checkDue(): Promise<boolean> {
    const byHost = await due.take(this.#database, { now: this.#clock(), period: this.#period });
    const hosts = [...byHost.values()];
    const results: Checked[] = [];
    const work = async () => {
      for (let links = hosts.pop(); links !== undefined; links = hosts.pop()) {
        for (const link of links) {
          if (this.#loop.signal.aborted) return;
          results.push(...(await this.#checkOne(link)));
          if (results.length >= RESULTS_PER_STATEMENT) await this.#settle(results.splice(0));
        }
      }
    };
    await Promise.all(Array.from({ length: MAX_HOSTS }, work));
    await this.#settle(results);
    return byHost.size > 0;
  }

  /** The result of a check; none if the server stops. */
  async #checkOne({ itemId, dueAt, address }: due.DueLink): Promise<Checked[]> {
    try {
      const finding = await this.#check(address, this.#loop.signal);
      if ("seen" in finding && typeof finding.seen === "number") this.#respondedAt = this.#clock();
      return [{ itemId, dueAt, finding }];
    } catch (error) {
      if (this.#loop.signal.aborted) return [];
      if (!(error instanceof Busy)) this.#onError(error);
      const delay = error instanceof Busy ? error.delay : DAY_MS;
      return [{ itemId, dueAt, finding: { kind: "later", at: this.#clock() + delay } }];
    }
  }

  async #settle(results: readonly Checked[]): Promise<void> {
    if (results.length === 0) return;
    const checked = results.map((result) => (this.#isCredible(result) ? result : this.#postponed(result)));
    await settle(this.#database, this.#clock, checked, this.#period);
  }

  /** Whether a host that can't be reached is the cause, not the network of this server: another one has responded. */
  #isCredible({ finding }: Checked): boolean {
    const isResponse = finding.kind !== "failed" || typeof finding.seen === "number";
    return isResponse || this.#clock() - this.#respondedAt < DAY_MS;
  }

  #postponed({ itemId, dueAt }: Checked): Checked {
    return { itemId, dueAt, finding: { kind: "later", at: this.#clock() + DAY_MS } };
  }
}
