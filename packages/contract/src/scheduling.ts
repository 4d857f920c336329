import { setImmediate } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other caller has. Each slice of long work, such as a part of a list, and
 * each large body is processed in a turn of its own, so that other requests run between them, and are accepted: Node
 * accepts one connection in a turn.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}

/** Rows per statement: few enough that it does not block other requests for long. */
const ROWS_PER_STATEMENT = 1000;

/** Items of a list that are processed between two yields to the event loop. */
const ITEMS_PER_SLICE = 200;

/** Processes ids in chunks of 1,000, or fewer where rows are large, yielding to the event loop after each. */
export async function forEachChunk(
  ids: readonly number[],
  work: (chunk: number[]) => Promise<unknown>,
  size = ROWS_PER_STATEMENT,
): Promise<void> {
  for (let first = 0; first < ids.length; first += size) {
    await work(ids.slice(first, first + size));
    await ownTurn();
  }
}

/**
 * Reads all rows of a query in pages of 1,000, yielding to the event loop after each. `read`
 * returns rows in the order of their ids; its `after` is the last id of the previous page, or 0.
 */
export async function readAllPages<Row extends { readonly id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.at(-1)?.id ?? 0, ROWS_PER_STATEMENT);
    rows.push(...page);
    if (page.length < ROWS_PER_STATEMENT) return rows;
    await ownTurn();
  }
}

/** Items of a list between two yields to the event loop where the work for each takes no more than a microsecond. */
const SHORT_ITEMS_PER_SLICE = 2_000;

/** Calls `work` for each item of a long list, yielding to the event loop every 2,000 items: for work of microseconds. */
export async function eachYielding<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
  for (let first = 0; first < items.length; first += SHORT_ITEMS_PER_SLICE) {
    if (first > 0) await ownTurn();
    const end = Math.min(items.length, first + SHORT_ITEMS_PER_SLICE);
    for (const [index, item] of items.slice(first, end).entries()) work(item, first + index);
  }
}

/** Yields to the event loop if what comes next processes so many items that it needs a slice of its own. */
export async function beforeLong(items: number): Promise<void> {
  if (items > SHORT_ITEMS_PER_SLICE) await ownTurn();
}

/** A set of the values of a long list. Yields to the event loop like `eachYielding`. */
export async function toSet<T>(values: readonly T[]): Promise<Set<T>> {
  const set = new Set<T>();
  await eachYielding(values, (value) => set.add(value));
  return set;
}

/** Maps a long list, yielding to the event loop every 200 items. */
export async function mapYielding<T, Mapped>(items: readonly T[], map: (item: T) => Mapped): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  for (let first = 0; first < items.length; first += ITEMS_PER_SLICE) {
    if (first > 0) await ownTurn();
    for (const item of items.slice(first, first + ITEMS_PER_SLICE)) mapped.push(map(item));
  }
  return mapped;
}

/** Milliseconds of work between two yields to the event loop, where the items of a list differ much in size. */
const SLICE_MS = 5;

/** Divides long work into slices of about 5 ms. Call `next` after each part of it. */
export class Slices {
  readonly #pause: () => Promise<unknown>;
  #startedAt = performance.now();

  /** `pause`: yields to the event loop. */
  constructor(pause: () => Promise<unknown> = () => setImmediate()) {
    this.#pause = pause;
  }

  /** Yields to the event loop if the slice has taken 5 ms. */
  async next(): Promise<void> {
    if (performance.now() - this.#startedAt < SLICE_MS) return;
    await this.#pause();
    this.#startedAt = performance.now();
  }
}

/** Maps a list whose items differ much in size, yielding to the event loop every 5 ms. */
export async function mapInSlices<T, Mapped>(items: readonly T[], map: (item: T) => Mapped): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  const slices = new Slices();
  for (const item of items) {
    mapped.push(map(item));
    await slices.next();
  }
  return mapped;
}

type Compare<T> = (one: T, other: T) => number;

/** Sorts a long list with a merge sort that yields to the event loop every 200 items. */
export async function sortYielding<T>(items: readonly T[], compare: Compare<T>): Promise<T[]> {
  if (items.length <= ITEMS_PER_SLICE) {
    await ownTurn();
    return items.toSorted(compare);
  }
  const middle = items.length >> 1;
  return merge(
    await sortYielding(items.slice(0, middle), compare),
    await sortYielding(items.slice(middle), compare),
    compare,
  );
}

async function merge<T>(one: readonly T[], other: readonly T[], compare: Compare<T>): Promise<T[]> {
  const merged: T[] = [];
  const rest = other.values();
  let next = rest.next();
  for (const item of one) {
    for (; !next.done && compare(next.value, item) < 0; next = rest.next()) merged.push(next.value);
    merged.push(item);
    if (merged.length % ITEMS_PER_SLICE === 0) await ownTurn();
  }
  for (; !next.done; next = rest.next()) merged.push(next.value);
  return merged;
}

/** Target duration of a batch, in milliseconds. */
const TARGET_MS = 5;

/**
 * The number of rows of the next batch of a long task. After a batch that took longer than 5 ms the next one has half
 * of its rows, after a faster one twice as many.
 */
export class BatchSize {
  readonly #min: number;
  readonly #max: number;
  #current: number;

  constructor({ min, max }: { readonly min: number; readonly max: number }) {
    this.#min = min;
    this.#max = max;
    this.#current = min;
  }

  get current(): number {
    return this.#current;
  }

  /** Runs a batch of the current size, and determines the next one. */
  async measure<T>(batch: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await batch();
    const isSlow = performance.now() - startedAt > TARGET_MS;
    this.#current = isSlow
      ? Math.max(this.#min, Math.floor(this.#current / 2))
      : Math.min(this.#max, this.#current * 2);
    return result;
  }
}
