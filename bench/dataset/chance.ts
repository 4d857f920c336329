/** A number from 0 up to, and without, `below`. */
export type Chance = (below: number) => number;

/** The same numbers at every run: a linear congruential generator (Knuth, The Art of Computer Programming, 3.3.4). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One of some things. */
export function oneOf<T>(chance: Chance, things: readonly T[]): T {
  const thing = things[chance(things.length)];
  if (thing === undefined) throw new Error("There is nothing to choose from.");
  return thing;
}
