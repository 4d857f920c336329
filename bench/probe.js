import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";

/** How often the event loop is looked at, in milliseconds; what is measured includes it. */
const RESOLUTION = 10;

const MEGABYTE = 2 ** 20;

// Loaded into a server before its own program: answers every message of the process that started it with what it has seen. In JavaScript, because
// what makes JavaScript of TypeScript would stay in the memory that is measured.
const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
delays.enable();
let before = process.cpuUsage();

process.on("message", () => process.send?.(look()));
// Where the benchmark is killed nothing is left running.
process.on("disconnect", () => process.exit());
process.channel?.unref();

/** @returns {import("./systems/process.ts").Seen} */
function look() {
  const { user, system } = process.cpuUsage(before);
  const seen = {
    memory: process.memoryUsage.rss() / MEGABYTE,
    delay: Math.max(0, delays.max / 1e6 - RESOLUTION),
    cpu: (user + system) / 1000,
  };
  before = process.cpuUsage();
  delays.reset();
  return seen;
}
