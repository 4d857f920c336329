import { readFileSync } from "node:fs";

/** Peak resident memory of a process in bytes; undefined after its exit. Linux only (`/proc`). */
export function peakMemoryOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
