import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** How many of its units /proc counts in a second. */
let ticksPerSecond: number | undefined;

/** Processor time of all threads of a process on Linux, in milliseconds. Throws if there is no such process. */
export function cpuOf(pid: number): number {
  ticksPerSecond ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before it, in parentheses, may contain spaces. proc(5): fields 14 and 15, user and system time.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

/** Resident memory of a process on Linux, in MB. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** The name of a process on Linux; undefined if there is no such process. */
export function nameOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return undefined;
  }
}
