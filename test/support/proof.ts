import { keep } from "../../scripts/proof/seen.ts";
import type { Proof } from "../../src/http/response/conformance.ts";

const counts = new Map<string, { proof: Proof; count: number }>();

/** Counts an answer that was proved; what this process has counted is kept when it ends, for `npm run proof`. */
export function count(proof: Proof): void {
  const key = JSON.stringify(proof);
  counts.set(key, { proof, count: (counts.get(key)?.count ?? 0) + 1 });
}

process.once("exit", () => {
  if (counts.size > 0) keep([...counts.values()].map(({ proof, count }) => ({ ...proof, count })));
});
