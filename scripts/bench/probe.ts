import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";

/** What a process says of itself since it was asked last. */
export interface Seen {
  /** Resident memory now, in MB. */
  readonly memory: number;
  /** The longest time that the event loop was late, in milliseconds. */
  readonly delay: number;
  /** Processor time of all its threads, in milliseconds. */
  readonly cpu: number;
}

/** How often the event loop is looked at, in milliseconds; what is measured includes it. */
const RESOLUTION = 10;

const MEGABYTE = 2 ** 20;

// Loaded into a server before its own program: answers every message of the process that started it with what it has seen.
const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
delays.enable();
let before = process.cpuUsage();

process.on("message", () => process.send?.(look()));
// Where the benchmark is killed nothing is left running.
process.on("disconnect", () => process.exit());
process.channel?.unref();

function look(): Seen {
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
