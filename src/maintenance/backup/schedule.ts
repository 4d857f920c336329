import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { execArgv, execPath } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { tracedJob } from "../../base/instrumentation.ts";
import type { Database } from "../../database/database.ts";
import { LeasedJob } from "../../database/leased-job.ts";
import { isDue } from "./making.ts";
import { findLastBackup } from "./records.ts";

/** Longest time between two checks whether a backup is due, in milliseconds. */
const CHECK_INTERVAL_MS = 60_000;

/** Delay after the first failure, in milliseconds. It doubles with each further one, up to an hour. */
const RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

export interface ScheduleOptions {
  readonly database: Database;
  readonly clock: () => number;
  /** `Target.location`. */
  readonly target: string;
  /** Milliseconds between two backups. */
  readonly every: number;
  /** Makes a backup outside of this process. Must end soon after the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Called after a failure, with the milliseconds until the next attempt. */
  readonly onError: (error: unknown, retryAfter: number) => void;
  /** For tests. */
  readonly retryDelay?: number;
}

/**
 * Makes backups while a server runs. Of several servers, the one that holds the lease makes it. A backup that
 * is due at the start is made at once.
 */
export class BackupSchedule {
  readonly #options: ScheduleOptions;
  readonly #job: LeasedJob;
  #failures = 0;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#job = new LeasedJob(options.database, options.clock, { name: "server backup", retryDelay: RETRY_MS });
  }

  start(): void {
    this.#job.start(
      () => this.#check(),
      () => {},
    );
  }

  /** Stops a running backup, and makes no more. */
  close(): Promise<void> {
    return this.#job.close();
  }

  /** Makes a backup if one is due. Returns the milliseconds until the next check; never throws. */
  async #check(): Promise<number> {
    try {
      await this.#makeIfDue();
      this.#failures = 0;
      return Math.min(CHECK_INTERVAL_MS, this.#options.every);
    } catch (error) {
      if (this.#job.signal.aborted) return 0;
      const { retryDelay = RETRY_MS, every } = this.#options;
      const retryAfter = Math.min(retryDelay * 2 ** this.#failures, Math.max(every, retryDelay), MAX_RETRY_MS);
      this.#failures += 1;
      this.#options.onError(error, retryAfter);
      return retryAfter;
    }
  }

  async #makeIfDue(): Promise<void> {
    const { database, target, run } = this.#options;
    const last = await findLastBackup(database, target);
    if (last !== undefined && !isDue(last, this.#options)) return;
    // If the lease expires meanwhile, another server may start one too, which then finds the maintenance locked.
    await this.#job.hold(() => tracedJob("backup", () => run(this.#job.signal)));
  }
}

const PROGRAM = fileURLToPath(new URL("../../entry.js", import.meta.url));

/** Milliseconds between SIGTERM and SIGKILL. */
const STOP_TIMEOUT_MS = 1_000;

/**
 * Runs a command of the command line with the lowest priority, so that it uses only processor time that the
 * server leaves. Throws an error with its output if it fails. The signal stops it.
 */
export async function runInBackground(args: readonly string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const child = spawn(execPath, [...execArgv, PROGRAM, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  const exit = once(child, "exit");
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let deadline: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill("SIGTERM");
    deadline = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const [message, [code]] = await Promise.all([text(child.stderr), exit]);
    if (code !== 0 && !signal.aborted) throw new Error(message.trim() || `It ended with the exit code ${code}.`);
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", stop);
  }
}
