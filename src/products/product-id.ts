import { randomBytes } from "node:crypto";

/** Gives a new id at each call. */
export type ProductIds = () => string;

const DIGITS = 13;
const BEYOND = 2 ** 52;

/**
 * Ids of 24 lower-case hexadecimal digits, rising with time: 8 of the second, 3 of the millisecond, 13 that begin at random in each
 * millisecond and rise within it. The first 8 are where an ObjectId has its time. A clock that goes back does not make them fall.
 */
export function productIds(clock: () => number): ProductIds {
  let moment = 0;
  let tail = 0;
  return () => {
    const now = clock();
    if (now > moment || tail + 1 >= BEYOND) {
      moment = Math.max(now, moment + 1);
      tail = randomTail();
    } else tail += 1;
    const seconds = Math.floor(moment / 1000);
    return hex(seconds, 8) + hex(moment % 1000, 3) + hex(tail, DIGITS);
  };
}

/** In the lower half, so that there is room to rise. */
function randomTail(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> 13n);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
