import { setTimeout } from "node:timers/promises";

/**
 * Repeats a task in the background, one run after the other, until it is closed. Its delays do not keep the process
 * alive.
 */
export class BackgroundLoop {
  readonly #pauseBefore: number;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #isWoken = false;
  /** Whether no run is in progress, and none shall begin before its delay has passed. */
  #isIdle = true;
  #onIdle: (() => void)[] = [];
  #endDelay: () => void = () => {};

  /** `pauseBefore`: a delay before every run, in milliseconds, in which calls of `wake` are coalesced. */
  constructor(pauseBefore = 0) {
    this.#pauseBefore = pauseBefore;
  }

  /** Aborted when the loop is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Starts the loop, if it is not started. `run` must not reject; it returns the milliseconds until its next run. The
   * first one begins after `delay` milliseconds.
   */
  start(run: () => Promise<number>, delay = 0): void {
    this.#running ??= this.#repeat(run, delay);
  }

  /** Resolves when no run is in progress, and none has been asked for by `wake`. */
  async settled(): Promise<void> {
    while (!this.#isIdle) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Ends the delay before the next run. During a run, the next one follows at once. */
  wake(): void {
    this.#isWoken = true;
    if (this.#running !== undefined && !this.#closing.signal.aborted) this.#isIdle = false;
    this.#endDelay();
  }

  /** Waits inside a run. Returns false once the loop is closed. */
  async pause(milliseconds: number): Promise<boolean> {
    await delayUntil(this.#closing.signal, milliseconds);
    return !this.#closing.signal.aborted;
  }

  /** Ends delays, and waits for the run that is in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#endDelay();
    await this.#running;
  }

  async #repeat(run: () => Promise<number>, firstDelay: number): Promise<void> {
    let delay = firstDelay;
    this.#isIdle = firstDelay > 0;
    while (await this.#wait(delay)) delay = await run();
    this.#becomeIdle();
  }

  #becomeIdle(): void {
    this.#isIdle = true;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** Waits for the next run. Returns false once the loop is closed. */
  async #wait(milliseconds: number): Promise<boolean> {
    const waking = new AbortController();
    this.#endDelay = () => waking.abort();
    if (!this.#isWoken && !this.#closing.signal.aborted) {
      if (milliseconds > 0) this.#becomeIdle();
      await delayUntil(waking.signal, milliseconds);
    }
    this.#isIdle = false;
    const isOpen = await this.pause(this.#pauseBefore);
    this.#isWoken = false;
    return isOpen;
  }
}

async function delayUntil(signal: AbortSignal, milliseconds: number): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
