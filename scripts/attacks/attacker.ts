import { argv } from "node:process";
import { setTimeout } from "node:timers/promises";
import type { Report, Target } from "./attack.ts";
import { attackNamed } from "./attacks.ts";

// Runs one attack. A process of its own, so that the attack does not slow down the client that measures.
// Arguments: the name of the attack, its `Target` as JSON, the duration in milliseconds. Sends two
// messages to its parent: `{ watched }` when the attack begins, and a `Report` at the end.

const [, , name = "", target = "", duration = ""] = argv;
const attack = attackNamed(name);
// A cast: `measure.ts` wrote this JSON.
const { attackOnce, watched = [], check } = await attack.prepare(JSON.parse(target) as Target);
process.send?.({ watched });

const statuses: Record<string, number> = {};
let isOver = false;
const loops = Array.from({ length: attack.loops }, async () => {
  while (!isOver) {
    const status = await attackOnce();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
});
await Promise.race([setTimeout(Number(duration)), Promise.all(loops)]);
isOver = true;
const achieved = (await check?.()) ?? "";
process.send?.({ statuses, achieved } satisfies Report, () => process.exit(0));
