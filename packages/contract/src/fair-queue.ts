/** A queue that serves its callers in turns, however many entries each has; those of one caller in their order. */
export class FairQueue<Entry> {
  /** The entries of each caller, the callers in the order of their turns. */
  readonly #callers = new Map<string, Entry[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of entries of a caller. */
  sizeOf(caller: string): number {
    return this.#callers.get(caller)?.length ?? 0;
  }

  push(caller: string, entry: Entry): void {
    const entries = this.#callers.get(caller);
    if (entries === undefined) this.#callers.set(caller, [entry]);
    else entries.push(entry);
    this.#size += 1;
  }

  /** What `shift` will return. */
  peek(): Entry | undefined {
    const [next] = this.#callers.values();
    return next?.[0];
  }

  /** Removes and returns the first entry of the caller whose turn it is; undefined if the queue is empty. */
  shift(): Entry | undefined {
    const [next] = this.#callers;
    if (next === undefined) return undefined;
    const [caller, entries] = next;
    const entry = entries.shift();
    this.#callers.delete(caller);
    if (entries.length > 0) this.#callers.set(caller, entries);
    this.#size -= 1;
    return entry;
  }
}
