import { writeSync } from "node:fs";
import { stdout } from "node:process";
import { type DestinationStream, pino } from "pino";

/** Where lines end up; what it still holds back can be written at once. */
interface Sink extends DestinationStream {
  readonly flushSync: () => void;
}

/** How much is gathered for one write, in characters. */
const FULL = 64 * 1024;

/** How long a line waits for others, in milliseconds. */
const DELAY = 100;

/** Gathers the lines of a log, for standard output: a write for each costs a busy server more than everything else that it does for a request. */
export class LogBuffer implements DestinationStream {
  readonly #sink: Sink;
  readonly #writeSync: (line: string) => void;
  #lines = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(
    sink: Sink = pino.destination({ sync: false, maxWrite: 2 * FULL }),
    write = (line: string): unknown => writeSync(stdout.fd, line),
  ) {
    this.#sink = sink;
    this.#writeSync = write;
    process.once("exit", () => this.flushSync());
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= FULL) this.#pass();
    else this.#timer ??= setTimeout(() => this.#pass(), DELAY).unref();
  }

  /** Writes everything at once, and holds everybody up meanwhile; nothing where nobody reads it any more. */
  flushSync(): void {
    if (!this.#isRead()) return;
    this.#pass();
    this.#sink.flushSync();
  }

  /** Writes the first line, to see whether that can be done: the sink itself would try for ever. */
  #isRead(): boolean {
    const end = this.#lines.indexOf("\n") + 1;
    try {
      if (end > 0) this.#writeSync(this.#lines.slice(0, end));
      this.#lines = this.#lines.slice(end);
      return true;
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EAGAIN";
    }
  }

  #pass(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines !== "") this.#sink.write(this.#lines);
    this.#lines = "";
  }
}
