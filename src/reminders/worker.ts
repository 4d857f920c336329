import { tracedJob } from "../base/instrumentation.ts";
import type { Database } from "../database/database.ts";
import { LeasedJob } from "../database/leased-job.ts";
import * as notification from "../library/events/notification.ts";
import { MAX_MAILS, type Outbox } from "../mail/outbox.ts";
import { hasWork, sendNext } from "./due.ts";
import * as mails from "./mails.ts";

/** Milliseconds between searches for reminders that are due. */
const INTERVAL_MS = 30_000;

/** Delay between two transactions of a run, in milliseconds: leaves time for requests. */
const PAUSE_MS = 10;

/** Mails that may wait before a transaction, which adds at most 500: leaves room for those that people wait for. */
const MAX_WAITING_MAILS = 0.4 * MAX_MAILS;

export interface ReminderWorkerOptions {
  readonly database: Database;
  readonly clock: () => number;
  /** Undefined unless mail is set up. */
  readonly outbox: Outbox | undefined;
  /** The server's public URL, for links in mails. */
  readonly baseUrl: string;
}

/**
 * Sends reminders when they are due: events to webhooks, and a mail to each account, which lists all of its reminders
 * of a run. Of several servers, only the one that holds the lease does. The mails of a run are lost if the server is
 * killed before it has sent them; events are not.
 */
export class ReminderWorker {
  readonly #options: ReminderWorkerOptions;
  readonly #job: LeasedJob;

  constructor(options: ReminderWorkerOptions) {
    this.#options = options;
    const { database, clock } = options;
    this.#job = new LeasedJob(database, clock, {
      name: "reminders",
      firstDelay: INTERVAL_MS,
      retryDelay: INTERVAL_MS,
    });
  }

  /** Starts the worker. `onError` receives the error of a failed run, which is repeated. */
  start(onError: (error: unknown) => void): void {
    this.#job.start(async () => {
      await this.run();
      return INTERVAL_MS;
    }, onError);
  }

  /** Stops after the current transaction. The next start resumes. */
  async close(): Promise<void> {
    await this.#job.close();
  }

  /** One run. Writes nothing if nothing is due, or while another server holds the lease. */
  async run(): Promise<void> {
    const { database, clock } = this.#options;
    if (!(await hasWork(database, clock)) || !(await this.#job.acquire())) return;
    await tracedJob("reminders", () => this.#send());
    await this.#job.release();
  }

  async #send(): Promise<void> {
    const { database, clock } = this.#options;
    const itemsOfAccounts = new Map<number, number[]>();
    try {
      while (this.#hasRoom(itemsOfAccounts.size)) {
        const { reminders, hasMore } = await sendNext(database, clock);
        for (const { accountId, itemId } of reminders) {
          const items = itemsOfAccounts.get(accountId) ?? [];
          items.push(itemId);
          itemsOfAccounts.set(accountId, items);
        }
        if (reminders.length > 0) notification.notify(database);
        if (!hasMore || !(await this.#job.pause(PAUSE_MS))) return;
      }
    } finally {
      this.#mail(itemsOfAccounts);
    }
  }

  /** Whether the outbox has room for `added` mails and those of another transaction. */
  #hasRoom(added: number): boolean {
    const { outbox } = this.#options;
    return outbox === undefined || outbox.size + added <= MAX_WAITING_MAILS;
  }

  #mail(itemsOfAccounts: ReadonlyMap<number, readonly number[]>): void {
    for (const [accountId, itemIds] of itemsOfAccounts) {
      this.#options.outbox?.add(() => mails.compose(this.#options, accountId, itemIds));
    }
  }
}
