/** A fixed number of slots. One network may hold at most half of them, to leave some for others. */
export class FairSlots {
  readonly #count: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting: { readonly network: string; readonly begin: () => void }[] = [];

  /** `count` must be even. */
  constructor(count: number) {
    this.#count = count;
  }

  /** The number of slots that are taken. */
  get taken(): number {
    return [...this.#taken.values()].reduce((sum, taken) => sum + taken, 0);
  }

  /** Takes a slot for a network; returns false if none is free for it. */
  tryTake(network: string): boolean {
    if (!this.#isFreeFor(network)) return false;
    this.#taken.set(network, this.#takenBy(network) + 1);
    return true;
  }

  /** Takes a slot as soon as one is free for the network, in the order of the calls. */
  async take(network: string): Promise<void> {
    if (this.tryTake(network)) return;
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    this.#waiting.push({ network, begin });
    await promise;
  }

  /** Frees a slot of a network, and gives it to the first waiting call whose network may take it. */
  release(network: string): void {
    const left = this.#takenBy(network) - 1;
    if (left > 0) this.#taken.set(network, left);
    else this.#taken.delete(network);
    const next = this.#waiting.findIndex((waiting) => this.tryTake(waiting.network));
    if (next !== -1) for (const { begin } of this.#waiting.splice(next, 1)) begin();
  }

  #isFreeFor(network: string): boolean {
    return this.taken < this.#count && this.#takenBy(network) < this.#count / 2;
  }

  #takenBy(network: string): number {
    return this.#taken.get(network) ?? 0;
  }
}
