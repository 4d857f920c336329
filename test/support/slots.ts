import type { FairSlots } from "#contract/fair-slots";

/** Makes as many calls of a caller as may hold slots and wait. Returns the function that ends them all. */
export function fillSlots(slots: FairSlots, caller: string): () => Promise<void> {
  const { perCaller, waitingPerCaller } = slots.options;
  const never = () => new AbortController().signal;
  const calls = Array.from({ length: perCaller + waitingPerCaller }, () => slots.take(caller, never));
  return async () => {
    for (const release of calls) (await release)();
  };
}
