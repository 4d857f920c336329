import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { Histogram } from "./histogram.ts";

/** Milliseconds between two measurements. */
const INTERVAL_MS = 20;

/** Upper bounds of delays in seconds. */
const BOUNDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1];

/**
 * Measures how late timers fire. Our own histogram, because that of `monitorEventLoopDelay` has no buckets, and
 * would have to be reset by each of several scrapers.
 */
export class EventLoopDelay {
  readonly #histogram = new Histogram("triptych_event_loop_delay_seconds", "", BOUNDS);
  readonly #start: EventLoopUtilization = performance.eventLoopUtilization();
  readonly #timer: NodeJS.Timeout;
  #expectedAt = performance.now() + INTERVAL_MS;

  constructor() {
    this.#timer = setInterval(() => this.#measure(), INTERVAL_MS).unref();
  }

  /** Seconds since the start in which the event loop was not idle. */
  get busySeconds(): number {
    return performance.eventLoopUtilization(this.#start).active / 1000;
  }

  /** The sample lines of the delays. */
  render(): string {
    return this.#histogram.render();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #measure(): void {
    const now = performance.now();
    this.#histogram.observe(Math.max(0, now - this.#expectedAt) / 1000);
    this.#expectedAt = now + INTERVAL_MS;
  }
}
