import { randomBytes } from "node:crypto";

/** Returns a new id at each call. */
export type ProductIdGenerator = () => string;

const TAIL_DIGITS = 13;
const TAIL_LIMIT = 2 ** 52;

/**
 * Creates a generator of ids of 24 lower-case hexadecimal digits that sort in the order of creation,
 * even if the clock is set back: 8 digits for the second, as in an ObjectId, 3 for the millisecond,
 * and a tail of 13, random for the first id of a millisecond and incremented for each further one.
 * `last`: the largest id so far, for clocks that are set back while the server is stopped.
 */
export function productIds(clock: () => number, last?: string): ProductIdGenerator {
  let { moment, tail } = last === undefined ? { moment: 0, tail: 0 } : parse(last);
  return () => {
    const now = clock();
    if (now > moment || tail + 1 >= TAIL_LIMIT) {
      moment = Math.max(now, moment + 1);
      tail = randomTail();
    } else tail += 1;
    const seconds = Math.floor(moment / 1000);
    return hex(seconds, 8) + hex(moment % 1000, 3) + hex(tail, TAIL_DIGITS);
  };
}

function parse(id: string): { moment: number; tail: number } {
  const [seconds, milliseconds, tail] = [id.slice(0, 8), id.slice(8, -TAIL_DIGITS), id.slice(-TAIL_DIGITS)];
  return {
    moment: Number.parseInt(seconds, 16) * 1000 + Number.parseInt(milliseconds, 16),
    tail: Number.parseInt(tail, 16),
  };
}

/** 51 random bits: the tail has 52, so that it can be incremented at least 2^51 times. */
function randomTail(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> 13n);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
