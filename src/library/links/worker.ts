import { BackgroundLoop } from "../../base/background-loop.ts";
import { type Attributes, tracedJob } from "../../base/instrumentation.ts";
import { type Database, inTransaction } from "../../database/database.ts";
import type { Flag } from "../../database/schema/columns.ts";
import type { Page } from "../../page-reading/page.ts";
import type { Reading, ReadOptions } from "../../page-reading/reader.ts";
import * as pageJobs from "../page-jobs.ts";
import { find, retryDelay, settle } from "./apply.ts";
import type { KeepCopy } from "./copies.ts";
import type { HostLease } from "./host-lease.ts";
import type { HostResult, HostTurns } from "./host-turns.ts";
import * as pagePictures from "./page-pictures.ts";
import type { PictureOptions } from "./picture.ts";
import * as queue from "./queue.ts";

/** Delay before a search, in milliseconds: coalesces changes, and leaves time for requests. */
const PAUSE_MS = 10;

/** Milliseconds between searches: for pages that are due later, and those that another server wrote. */
const SEARCH_INTERVAL_MS = 1_000;

/** Maximum milliseconds for a page. */
const READ_TIMEOUT_MS = 10_000;

/** Readings at a time that are not urgent: some of the eight are left for those for which somebody waits. */
const MAX_BACKGROUND = 6;

/** Readings at a time of one account, of urgent ones and of others. */
const MAX_OF_ACCOUNT = 4;

/** Pages of an account that one statement reads, besides those that are being read. */
const BATCH = 25;

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  readonly lease: HostLease;
  readonly readPage: (address: URL, options: ReadOptions) => Promise<Reading>;
  /** How the pictures of pages are fetched. */
  readonly pictures: PictureOptions;
  /** Makes the copy of a page; undefined if the server keeps none. */
  readonly keepCopy?: KeepCopy | undefined;
  /** Bytes that an account may store. */
  readonly accountQuota: number;
  /** The server's public URL. */
  readonly baseUrl: string;
}

/**
 * Reads the pages of links in the background, and adds to items what they say. Of several servers, only the one that
 * holds the lease does. Accounts take turns, and so do the pages of an account whose hosts may be asked. A page that is
 * being read when the server is killed is read again.
 */
export class PageWorker {
  readonly #options: Options;
  readonly #lease: HostLease;
  readonly #turns: HostTurns;
  readonly #loop = new BackgroundLoop(PAUSE_MS);
  /** By the id of the item. */
  readonly #running = new Map<number, queue.PageJob>();
  readonly #readings = new Set<Promise<void>>();
  /** The account whose turn was last, by urgency. */
  readonly #last: Record<Flag, number> = { 0: 0, 1: 0 };
  #onError: (error: unknown) => void = () => {};
  #stopListening: (() => void) | undefined;

  /** Pages read, and attempts that failed, since the start. */
  readonly totals = { read: 0, failed: 0 };

  constructor(options: Options) {
    this.#options = options;
    this.#lease = options.lease;
    this.#turns = options.lease.turns;
    this.#stopListening = pageJobs.enable(options.database, () => this.wake());
  }

  /** Begins to read. `onError` receives what is no fault of a page; that page is read again later. */
  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
    this.#loop.start(async () => {
      await this.#run().catch(onError);
      return SEARCH_INTERVAL_MS;
    });
  }

  /** Searches for due pages soon. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when no page is being read, and none whose host may be asked is due by the clock. */
  async settled(): Promise<void> {
    this.wake();
    for (;;) {
      await this.#loop.settled();
      if (this.#readings.size === 0) return;
      await Promise.all(this.#readings);
    }
  }

  /** Aborts what is being read; it is read again after the next start. */
  async close(): Promise<void> {
    this.#stopListening?.();
    this.#stopListening = undefined;
    await this.#loop.close();
    await Promise.all(this.#readings);
    await this.#lease.release().catch(this.#onError);
  }

  /** Begins what is due. */
  async #run(): Promise<void> {
    const { database, clock } = this.#options;
    if (this.#readings.size === 0 && !(await queue.isAnyDue(database, clock()))) return this.#lease.release();
    await this.#lease.hold(async () => {
      await this.#fill(1);
      await this.#fill(0);
    });
  }

  /** Lets accounts take turns until there is no free place, or nothing more that can begin. */
  async #fill(urgent: Flag): Promise<void> {
    const { database, clock } = this.#options;
    let [hasBegun, hasWrapped] = [false, false];
    while (this.#free(urgent) > 0 && !this.#loop.signal.aborted) {
      const now = clock();
      const accounts = await queue.listAccounts(database, { urgent, after: this.#last[urgent] });
      for (const { account_id: accountId, due_at } of accounts) {
        if (this.#free(urgent) === 0) return;
        this.#last[urgent] = accountId;
        if (due_at === null || due_at > now || this.#runningOf(accountId, urgent) >= MAX_OF_ACCOUNT) continue;
        if (await this.#beginOne(accountId, urgent, now)) hasBegun = true;
      }
      if (accounts.length === queue.MAX_ACCOUNTS) continue;
      this.#last[urgent] = 0;
      if (hasWrapped && !hasBegun) return;
      [hasBegun, hasWrapped] = [false, true];
    }
  }

  #free(urgent: Flag): number {
    const { free } = this.#turns;
    if (urgent === 1) return free;
    const background = [...this.#running.values()].filter((job) => job.urgent === 0).length;
    return Math.min(free, MAX_BACKGROUND - background);
  }

  #runningOf(accountId: number, urgent: Flag): number {
    return [...this.#running.values()].filter((job) => job.account_id === accountId && job.urgent === urgent).length;
  }

  /** Begins the next page of an account whose host may be asked. Puts off those before it. */
  async #beginOne(accountId: number, urgent: Flag, now: number): Promise<boolean> {
    const { database } = this.#options;
    const limit = BATCH + this.#running.size;
    const heads = await queue.listHeads(database, { accountId, urgent, now, limit });
    const postponed: Promise<unknown>[] = [];
    let hasBegun = false;
    for (const { link, ...job } of heads) {
      if (this.#running.has(job.item_id)) continue;
      const url = link === null ? null : URL.parse(link);
      if (link === null || url === null || !/^https?:$/.test(url.protocol)) postponed.push(this.#drop(job.item_id));
      else if (this.#begin({ ...job, link }, url)) hasBegun = true;
      else {
        const dueAt = now + this.#turns.reserve(job.domain, `${accountId} ${urgent}`);
        postponed.push(queue.postpone(database, { itemId: job.item_id, dueAt }));
      }
      if (hasBegun) break;
    }
    await Promise.all(postponed);
    // There may be more behind a full batch of pages that can't begin.
    if (!hasBegun && heads.length === limit) this.wake();
    return hasBegun;
  }

  async #drop(itemId: number): Promise<void> {
    await inTransaction(this.#options.database, (transaction) => queue.take(transaction, itemId));
  }

  #begin(job: queue.PageJob, url: URL): boolean {
    const end = this.#turns.begin(job.domain);
    if (end === undefined) return false;
    this.#running.set(job.item_id, job);
    const reading = tracedJob("page", (attributes) => this.#read(job, url, end, attributes))
      .catch((error) => this.#fail(job, error))
      .catch(this.#onError)
      .finally(() => {
        this.#running.delete(job.item_id);
        this.#readings.delete(reading);
        this.wake();
      });
    this.#readings.add(reading);
    return true;
  }

  async #read(job: queue.PageJob, url: URL, end: (result?: HostResult) => void, attributes: Attributes): Promise<void> {
    const { database, clock, readPage, keepCopy, accountQuota, baseUrl } = this.#options;
    let cover: pagePictures.FetchedCover | undefined;
    let result: HostResult | undefined;
    let reading: Reading;
    try {
      reading = await readPage(url, { timeout: READ_TIMEOUT_MS, signal: this.#loop.signal, wantsArticle: true });
      result = resultOf(reading);
      if ("page" in reading) cover = await this.#readPictures(job, reading.page);
    } finally {
      end(result);
    }
    if ("failure" in reading) attributes["error.type"] = reading.failure.kind;
    this.totals["page" in reading ? "read" : "failed"] += 1;
    const isLast = "page" in reading || retryDelay(job, reading.failure) === undefined;
    await keepCopy?.({ job, reading, isLast, signal: this.#loop.signal });
    await settle(database, clock, job, reading, { maxBytes: accountQuota, baseUrl, cover });
  }

  /** Fetches the picture of a page for its item, and the icon of its host. */
  async #readPictures(job: queue.PageJob, page: Page): Promise<pagePictures.FetchedCover | undefined> {
    const { database, clock, baseUrl, pictures } = this.#options;
    const options = { ...pictures, database, clock, baseUrl, signal: this.#loop.signal };
    await pagePictures.readIcon(job, page, options);
    const found = await find(database, job);
    return found && pagePictures.fetchCover(found.item, found.filled, page, options);
  }

  /** The server could not read the page, or not store what it says: it tries again, as if the page had failed. */
  async #fail(job: queue.PageJob, error: unknown): Promise<void> {
    if (this.#loop.signal.aborted) return;
    this.#onError(error);
    const { database, clock, accountQuota, baseUrl } = this.#options;
    const options = { maxBytes: accountQuota, baseUrl };
    await settle(database, clock, job, { failure: { kind: "unreachable" } }, options);
  }
}

/** What a reading tells about the host. */
function resultOf(reading: Reading): HostResult {
  if ("page" in reading) return { isOverloaded: false };
  const { failure } = reading;
  if (failure.kind === "later") return { isOverloaded: true, retryAfter: failure.retryAfter };
  return { isOverloaded: failure.kind === "too-slow" };
}
