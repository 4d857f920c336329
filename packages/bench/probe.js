import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";

/** Interval at which the event loop is sampled, in milliseconds; each recorded delay includes it. */
const RESOLUTION = 10;

const MEGABYTE = 2 ** 20;

// Preloaded into each server: responds to every message from the parent process with the metrics since the
// message before. JavaScript, because Node's TypeScript loader would stay in the memory that is measured.
const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
delays.enable();
let cpuBefore = process.cpuUsage();

process.on("message", () => process.send?.(readMetrics()));
// A benchmark that is killed leaves no server running.
process.on("disconnect", () => process.exit());
process.channel?.unref();

/** @returns {import("./server.ts").Metrics} */
function readMetrics() {
  const { user, system } = process.cpuUsage(cpuBefore);
  const metrics = {
    memory: process.memoryUsage.rss() / MEGABYTE,
    delay: Math.max(0, delays.max / 1e6 - RESOLUTION),
    cpu: (user + system) / 1000,
  };
  cpuBefore = process.cpuUsage();
  delays.reset();
  return metrics;
}
