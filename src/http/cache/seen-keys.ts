/** One bit a place; 128 KiB. */
const PLACES = 2 ** 20;

/** With more than this many, too many would be taken for others. */
const MOST = PLACES / 4;

/**
 * Remembers which keys were there before, in a room that stays the same however many they are: each has one bit, a Bloom filter with a single hash.
 * One in four at most is taken for another that was there; after a quarter of a million all are forgotten.
 */
export class SeenKeys {
  readonly #bits = new Uint32Array(PLACES / 32);
  #count = 0;

  /** Whether a key was there before; from now on it was. */
  add(key: string): boolean {
    const place = placeOf(key);
    const word = place >>> 5;
    const bit = 1 << (place & 31);
    const bits = this.#bits[word] ?? 0;
    if ((bits & bit) !== 0) return true;
    if (this.#count >= MOST) this.clear();
    this.#bits[word] = (this.#bits[word] ?? 0) | bit;
    this.#count += 1;
    return false;
  }

  clear(): void {
    if (this.#count > 0) this.#bits.fill(0);
    this.#count = 0;
  }
}

/** FNV-1a, of which the upper bits are mixed best. */
function placeOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash >>> 12) % PLACES;
}
