/** Returns the values in an order that depends only on the seed. */
export function shuffle<T>(values: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** A linear congruential generator (Numerical Recipes), which is random enough to choose a sample. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}
