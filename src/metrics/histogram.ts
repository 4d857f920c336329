/** Counts durations in buckets. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** By bucket; the last one has no upper bound. */
  readonly #counts: Float64Array;
  #sum = 0;
  /** The lines without their values, because building them would take most of the time of `render`. */
  readonly #bucketLines: readonly string[];
  readonly #sumLine: string;
  readonly #countLine: string;

  /** `labels` may be empty. `bounds`: the upper bounds of the buckets in seconds, ascending. */
  constructor(name: string, labels: string, bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
    const prefix = labels === "" ? "" : `${labels},`;
    const suffix = labels === "" ? "" : `{${labels}}`;
    this.#bucketLines = [...bounds, "+Inf"].map((bound) => `${name}_bucket{${prefix}le="${bound}"} `);
    this.#sumLine = `${name}_sum${suffix} `;
    this.#countLine = `${name}_count${suffix} `;
  }

  /** Counts a duration in seconds. Allocates nothing. */
  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] ?? 0)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** The sample lines. */
  render(): string {
    let lines = "";
    let total = 0;
    for (const [bucket, line] of this.#bucketLines.entries()) {
      total += this.#counts[bucket] ?? 0;
      lines += `${line}${total}\n`;
    }
    return `${lines}${this.#sumLine}${this.#sum}\n${this.#countLine}${total}\n`;
  }
}
