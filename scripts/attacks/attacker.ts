import { argv } from "node:process";
import { setTimeout } from "node:timers/promises";
import { attackNamed, type Target } from "./attacks.ts";

// Runs in a process of its own, so that an attack does not slow down the client that measures.
// Arguments: the name of the attack, its target as JSON, the duration in milliseconds.

const [, , name = "", target = "", duration = ""] = argv;
const attack = attackNamed(name);
// The JSON is written by `measure.ts`.
const round = await attack.prepare(JSON.parse(target) as Target);
process.send?.("prepared");

const statuses: Record<string, number> = {};
let isOver = false;
const loops = Array.from({ length: attack.loops }, async () => {
  while (!isOver) {
    const status = await round();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
});
await Promise.race([setTimeout(Number(duration)), Promise.all(loops)]);
isOver = true;
process.send?.(statuses, () => process.exit(0));
