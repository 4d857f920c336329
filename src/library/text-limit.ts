interface Texts {
  readonly title: string;
  readonly description: string;
}

/**
 * Bounds the texts of a list of collections while it is read. An account may store a gigabyte of them, which would fill
 * the heap before the length of the response is known.
 */
export class TextLimit {
  #left: number;

  /** `max`: characters. */
  constructor(max: number) {
    this.#left = max;
  }

  /** The characters that others may still have. */
  get left(): number {
    return this.#left;
  }

  /** Adds the texts of rows. Returns whether all that were added have at most the maximum. */
  add(rows: readonly Texts[]): boolean {
    for (const { title, description } of rows) this.#left -= title.length + description.length;
    return this.#left >= 0;
  }
}
