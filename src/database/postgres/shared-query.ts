/** Shares a query among concurrent callers. Each gets the result of an execution that began after its call. */
export class SharedQuery<T> {
  readonly #query: () => Promise<T>;
  #running: Promise<unknown> | undefined;
  #next: Promise<T> | undefined;

  constructor(query: () => Promise<T>) {
    this.#query = query;
  }

  run(): Promise<T> {
    this.#next ??= this.#runAfter(this.#running);
    return this.#next;
  }

  async #runAfter(running: Promise<unknown> | undefined): Promise<T> {
    await running?.catch(() => {});
    this.#running = this.#next;
    this.#next = undefined;
    try {
      return await this.#query();
    } finally {
      if (this.#next === undefined) this.#running = undefined;
    }
  }
}
