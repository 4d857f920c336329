import { unavailable } from "../../core/failures.ts";

/** A semaphore with a timeout. Queued callers acquire it in the order of their calls. */
export class Semaphore {
  readonly #timeout: number;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** `timeout`: how long a caller waits, in milliseconds. */
  constructor(size: number, timeout: number) {
    this.#free = size;
    this.#timeout = timeout;
  }

  /** The number of queued callers. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits until a place is free. Returns the function that frees it again. Throws `unavailable` after the timeout. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return () => this.#release();
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(proceed);
        reject(unavailable(new Error("All connections that these tables may use are busy.")));
      }, this.#timeout);
      const proceed = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(proceed);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
