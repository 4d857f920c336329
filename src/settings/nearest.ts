/** The candidate that differs from a text in the fewest characters, at most `max`; undefined if there is none. */
export function nearest(text: string, candidates: readonly string[], max: number): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(text, candidate) }))
    .filter(({ distance }) => distance <= max)
    .sort((one, other) => one.distance - other.distance);
  return best?.candidate;
}

/** How many characters have to be inserted, deleted or replaced (the Levenshtein distance). */
function distanceOf(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, character] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, replaced] of previous.slice(0, -1).entries()) {
      const replacement = replaced + (character === other[column] ? 0 : 1);
      current.push(Math.min((current.at(-1) ?? 0) + 1, (previous[column + 1] ?? 0) + 1, replacement));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
