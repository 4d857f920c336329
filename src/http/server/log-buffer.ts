import { writeSync } from "node:fs";
import { stdout } from "node:process";
import { type DestinationStream, pino } from "pino";

/** A destination that can be flushed. */
interface Sink extends DestinationStream {
  readonly flushSync: () => void;
}

/** Length at which the buffer is written, in characters. */
const MAX_LENGTH = 64 * 1024;

/** Delay after which the buffer is written, in milliseconds. */
const DELAY_MS = 100;

/**
 * Buffers log lines for standard output: a write per line costs more than the rest of a request.
 */
export class LogBuffer implements DestinationStream {
  readonly #sink: Sink;
  readonly #writeSync: (line: string) => void;
  #lines = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(
    sink: Sink = pino.destination({ sync: false, maxWrite: 2 * MAX_LENGTH }),
    write = (line: string): unknown => writeSync(stdout.fd, line),
  ) {
    this.#sink = sink;
    this.#writeSync = write;
    process.once("exit", () => this.flushSync());
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= MAX_LENGTH) this.#writeBuffered();
    else this.#timer ??= setTimeout(() => this.#writeBuffered(), DELAY_MS).unref();
  }

  /** Writes everything synchronously, unless standard output is closed. */
  flushSync(): void {
    if (!this.#isOpen()) return;
    this.#writeBuffered();
    this.#sink.flushSync();
  }

  /** Whether standard output is open, tested by a write of the first line: pino retries forever. */
  #isOpen(): boolean {
    const end = this.#lines.indexOf("\n") + 1;
    try {
      if (end > 0) this.#writeSync(this.#lines.slice(0, end));
      this.#lines = this.#lines.slice(end);
      return true;
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EAGAIN";
    }
  }

  #writeBuffered(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines !== "") this.#sink.write(this.#lines);
    this.#lines = "";
  }
}
