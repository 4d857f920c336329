import { Failure } from "#contract/failure";

/** Whether an account of this level may create, change and delete products. `leastLevel`: a setting of the server. */
export function mayWrite(level: number, leastLevel: number): boolean {
  return level >= leastLevel;
}

/** Throws `forbidden` for a level that may only read products. */
export function assertMayWrite(level: number, leastLevel: number): void {
  if (mayWrite(level, leastLevel)) return;
  throw new Failure("forbidden", `Writing products needs user level ${leastLevel} or higher.`, {
    reason: "products-need-level",
    values: { level: leastLevel },
  });
}
