import { save } from "../../scripts/proof/seen.ts";
import type { Proof } from "../../src/http/response/conformance.ts";

const counts = new Map<string, { proof: Proof; count: number }>();

/** Counts a response that matched its contract. The counts are saved for `npm run proof` when the process exits. */
export function recordProof(proof: Proof): void {
  const key = JSON.stringify(proof);
  counts.set(key, { proof, count: (counts.get(key)?.count ?? 0) + 1 });
}

process.once("exit", () => {
  if (counts.size > 0) save([...counts.values()].map(({ proof, count }) => ({ ...proof, count })));
});
