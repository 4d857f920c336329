import { write, writeSync } from "node:fs";
import { stdout } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { DestinationStream } from "pino";

/** Lines that are written together. */
interface Batch {
  /** The bytes that are not written yet. */
  bytes: Uint8Array;
  /** The number of dropped lines that this batch reports; 0 if it contains log lines. */
  readonly reported: number;
}

/** Length at which waiting lines are written without waiting for `DELAY_MS`, in characters. */
const BATCH_LENGTH = 64 * 1024;

/** Delay after which waiting lines are written, in milliseconds. */
const DELAY_MS = 100;

/** Maximum length of the waiting lines, in characters: about 6,000 requests. */
const MAX_WAITING_LENGTH = 1024 * 1024;

/**
 * Delay before retrying a full pipe, in milliseconds. A pipe holds 64 KiB, so about 40,000 lines a
 * second can be written.
 */
const RETRY_MS = 10;

/** How long an exiting process waits for the reader of a full pipe, in milliseconds. */
const MAX_FLUSH_MS = 1_000;

const NEWLINE = 10;

/**
 * Buffers log lines for standard output, because a write per line costs more than the rest of a
 * request. Lines that cannot be written are dropped; a later line reports their number.
 */
export class LogBuffer implements DestinationStream {
  readonly #output: LogOutput;
  #waiting = "";
  #waitingLines = 0;
  #batch: Batch | undefined;
  /** Whether `#batch` is being written; otherwise it waits for the reader of a full pipe. */
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;
  /** Number of dropped lines that no line in the output reports yet. */
  #dropped = 0;
  /** Whether the output ends with a part of a dropped line. */
  #isMidLine = false;

  constructor(output: LogOutput = standardOutput()) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > MAX_WAITING_LENGTH) this.#dropWaiting();
    this.#waiting += line;
    this.#waitingLines += 1;
    this.#schedule();
  }

  /** Writes everything, as far as the output accepts it within a second. */
  async flush(): Promise<void> {
    const deadline = performance.now() + MAX_FLUSH_MS;
    while ((this.#batch !== undefined || this.#waiting !== "") && performance.now() < deadline) {
      if (this.#batch === undefined) this.#writeWaiting();
      await pause(RETRY_MS);
    }
  }

  /**
   * `flush` for a process that exits at once. A batch that is being written may get lost or
   * mixed up with the rest.
   */
  flushSync(): void {
    const beingWritten = this.#isWriting ? this.#batch : undefined;
    if (this.#isWriting) this.#batch = undefined;
    this.#stopTimer();
    const deadline = performance.now() + MAX_FLUSH_MS;
    while (this.#waiting !== "" || this.#batch !== undefined) {
      this.#batch ??= this.#nextBatch();
      if (this.#writeSync(this.#batch, deadline)) continue;
      this.#dropBatch(this.#batch);
      this.#dropWaiting();
    }
    this.#batch = beingWritten;
  }

  /** Schedules the next write. After lines were dropped, it waits even if a full batch is ready. */
  #schedule(): void {
    if (this.#batch !== undefined || this.#waiting === "") return;
    if (this.#waiting.length >= BATCH_LENGTH && this.#dropped === 0) this.#writeWaiting();
    else this.#timer ??= setTimeout(() => this.#writeWaiting(), DELAY_MS).unref();
  }

  #writeWaiting(): void {
    this.#stopTimer();
    this.#batch = this.#nextBatch();
    this.#writeBatch(this.#batch);
  }

  /** Reports dropped lines first and alone, which shows whether writing works again. */
  #nextBatch(): Batch {
    if (this.#dropped > 0) {
      const reported = this.#dropped;
      this.#dropped = 0;
      return { bytes: Buffer.from((this.#isMidLine ? "\n" : "") + dropNotice(reported)), reported };
    }
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = "";
    this.#waitingLines = 0;
    return { bytes, reported: 0 };
  }

  #writeBatch(batch: Batch): void {
    this.#timer = undefined;
    this.#isWriting = true;
    this.#output.write(batch.bytes, (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#advance(batch, written);
      else if (!isFull(error)) this.#dropBatch(batch);

      if (this.#batch === undefined) this.#schedule();
      else if (error === null) this.#writeBatch(batch);
      else this.#timer = setTimeout(() => this.#writeBatch(batch), RETRY_MS).unref();
    });
  }

  /** Returns false if the output does not accept the batch. */
  #writeSync(batch: Batch, deadline: number): boolean {
    while (batch.bytes.length > 0) {
      try {
        this.#advance(batch, this.#output.writeSync(batch.bytes));
      } catch (error) {
        if (!isFull(error) || performance.now() > deadline) return false;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
    return true;
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #advance(batch: Batch, written: number): void {
    if (written > 0) this.#isMidLine = batch.bytes[written - 1] !== NEWLINE;
    batch.bytes = batch.bytes.subarray(written);
    if (batch.bytes.length === 0) this.#batch = undefined;
  }

  #dropBatch({ bytes, reported }: Batch): void {
    this.#dropped += reported || bytes.reduce((lines, byte) => lines + (byte === NEWLINE ? 1 : 0), 0);
    this.#batch = undefined;
  }

  #dropWaiting(): void {
    this.#dropped += this.#waitingLines;
    this.#waiting = "";
    this.#waitingLines = 0;
  }
}

/** A log line in pino's format. */
function dropNotice(dropped: number): string {
  const msg = "log lines were dropped because they could not be written";
  return `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg })}\n`;
}

/** Where log lines go. Both functions may write only a part, and report how many bytes. */
export interface LogOutput {
  readonly write: (bytes: Uint8Array, done: (error: Error | null, written: number) => void) => void;
  readonly writeSync: (bytes: Uint8Array) => number;
}

/**
 * Standard output. Node makes a pipe non-blocking when `process.stdout` is used for the first time,
 * and blocking when a child process inherits it. A write to a full blocking pipe would occupy a
 * thread and keep the process from exiting.
 */
function standardOutput(): LogOutput {
  const { fd } = stdout;
  return { write: (bytes, done) => write(fd, bytes, done), writeSync: (bytes) => writeSync(fd, bytes) };
}

/** Whether the output is a pipe that is full because its reader is slow. */
function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
