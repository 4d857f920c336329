import { askAFew } from "./few.ts";
import type { Loader } from "./load.ts";
import { hasWrk, loadWithWrk } from "./wrk.ts";

/** What a run loads the servers with. */
export interface Choice {
  readonly name: string;
  readonly load: Loader;
}

/** wrk; throws where it is not installed. */
export async function bestLoader(): Promise<Choice> {
  if (!(await hasWrk())) throw new Error("wrk is not installed: apt-get install wrk.");
  return { name: "wrk", load: loadWithWrk };
}

/** wrk once and for short; then a few requests each, because nothing is measured. */
export async function checkingLoader(): Promise<Choice> {
  const rest = [(await bestLoader()).load];
  return { name: "a few requests", load: (order) => (rest.pop() ?? askAFew)({ ...order, seconds: 0.3 }) };
}
