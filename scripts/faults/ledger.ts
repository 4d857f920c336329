/** Possible stored states of one product or batch. The state undefined means that it is not stored. */
interface Entry {
  /** The state after the last acknowledged write. */
  acknowledged: string | undefined;
  /** States that may have been stored since: those of writes whose outcome is unknown. */
  readonly uncertain: Set<string | undefined>;
}

/** A stored state that no recorded write explains. */
export interface Loss {
  readonly name: string;
  readonly expected: readonly (string | undefined)[];
  readonly found: string | undefined;
}

/** The writes during one fault: acknowledged ones, and those that may or may not have been stored. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  #acknowledged = 0;

  /** Number of acknowledged writes. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Records an acknowledged write. */
  recordAcknowledged(name: string, state: string | undefined): void {
    this.#entryOf(name).acknowledged = state;
    this.#entryOf(name).uncertain.clear();
    this.#acknowledged += 1;
  }

  /** Records a write without a response, or with one that does not tell whether it was stored. */
  recordUncertain(name: string, state: string | undefined): void {
    this.#entryOf(name).uncertain.add(state);
  }

  /** Compares stored states with recorded writes. From then on, the stored states are expected. */
  compare(stored: ReadonlyMap<string, string>): Loss[] {
    const losses: Loss[] = [];
    for (const [name, entry] of this.#entries) {
      const found = stored.get(name);
      const expected = [entry.acknowledged, ...entry.uncertain];
      if (!expected.includes(found)) losses.push({ name, expected, found });
      entry.acknowledged = found;
      entry.uncertain.clear();
    }
    return losses;
  }

  #entryOf(name: string): Entry {
    const entry = this.#entries.get(name) ?? { acknowledged: undefined, uncertain: new Set() };
    this.#entries.set(name, entry);
    return entry;
  }
}
