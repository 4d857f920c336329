/** What is aimed at: so much at least, or so much at most. */
export type Target = { readonly least: number } | { readonly most: number };

export const LOGIN_TARGETS = { ratio: { least: 0.9 }, neighbour: { most: 20 } } as const;

/** Milliseconds, and MB. */
export const START_TARGETS = { ready: { most: 1_000 }, idle: { most: 120 } } as const;

/** The target, and whether it is met; empty where there is none, or nothing was measured. */
export function verdict(found: number | undefined, target: Target | undefined): string {
  if (found === undefined || target === undefined) return "";
  if ("least" in target) return `≥ ${target.least} ${found >= target.least ? "met" : "MISSED"}`;
  return `≤ ${target.most} ${found <= target.most ? "met" : "MISSED"}`;
}
