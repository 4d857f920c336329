import { loadWithAutocannon } from "./autocannon.ts";
import { askAFew } from "./few.ts";
import type { Loader } from "./load.ts";
import { hasWrk, loadWithWrk } from "./wrk.ts";

/** What a run loads the servers with. */
export interface Choice {
  readonly name: string;
  readonly load: Loader;
}

/** wrk where it is installed, otherwise autocannon. */
export async function bestLoader(): Promise<Choice> {
  return (await hasWrk()) ? { name: "wrk", load: loadWithWrk } : { name: "autocannon", load: loadWithAutocannon };
}

/** Every load that there is, once and for short; then a few requests each, because nothing is measured. */
export async function checkingLoader(): Promise<Choice> {
  const rest = [loadWithAutocannon, ...((await hasWrk()) ? [loadWithWrk] : [])];
  return { name: "a few requests", load: (order) => (rest.pop() ?? askAFew)({ ...order, seconds: 0.3 }) };
}
