/** A set of strings that is cleared when it is full. */
export class SeenKeys {
  readonly #maxLength: number;
  #keys = new Set<string>();
  #length = 0;

  /** `maxLength`: total length of the keys, in characters. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Adds a key. Returns false if the set has it already. */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    if (this.#length + key.length > this.#maxLength) this.clear();
    this.#keys.add(key);
    this.#length += key.length;
    return true;
  }

  clear(): void {
    this.#keys = new Set();
    this.#length = 0;
  }
}
