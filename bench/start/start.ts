import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { median, progress } from "../reporting.ts";
import type { StartResult } from "../results/results.ts";
import { short, spreadOf } from "../results/summary.ts";
import { ask } from "../rounds/ask.ts";
import { SERVER_CORE } from "../systems/pinning.ts";
import { startProgram } from "../systems/process.ts";
import { programOf, type System } from "../systems/system.ts";
import type { Request } from "../works/work.ts";

/** What is measured, and with what. */
export interface StartBench {
  readonly systems: readonly System[];
  readonly file: string;
  readonly folder: string;
  /** A write that every system takes. */
  readonly request: Request;
  readonly rounds: number;
  /** How large the file is. */
  readonly gigabytes: number;
  /** How long a server is left alone before its memory is looked at, in milliseconds. */
  readonly rest: number;
}

/** How long it writes before it is killed, in milliseconds. */
const WRITING = 500;

const WRITERS = 4;

/** What was seen of one start. */
interface Started {
  /** From being killed to being ready, in milliseconds. */
  readonly ready: number;
  /** When it had been left alone, in MB. */
  readonly memory: number;
}

/** Kills each system while it writes and starts it again, in turn, and looks at its memory before anybody asks it anything. */
export async function measureStarts({ systems, rounds, ...bench }: StartBench): Promise<StartResult> {
  const starts = new Map<System, Started[]>(systems.map((system) => [system, []]));
  for (let round = 0; round < rounds; round++) {
    for (const system of systems) {
      progress(`start: round ${round + 1} of ${rounds}, ${system} …`);
      starts.get(system)?.push(await killAndStart(system, bench));
    }
  }
  progress("");
  const times = [...starts].map(([system, done]) => [system, spreadOf(done.map(({ ready }) => ready))]);
  const memory = [...starts].map(([system, done]) => [system, short(median(done.map(({ memory }) => memory)))]);
  return { gigabytes: bench.gigabytes, ready: Object.fromEntries(times), idle: Object.fromEntries(memory) };
}

async function killAndStart(
  system: System,
  { file, folder, request, rest }: Omit<StartBench, "systems" | "rounds">,
): Promise<Started> {
  const place = { core: SERVER_CORE, log: join(folder, `${system}.log`) };
  const killed = await startProgram(programOf(system, file), place);
  const writers = Array.from({ length: WRITERS }, () => writeUntilGone(killed.base, request));
  await setTimeout(WRITING);
  await killed.stop("SIGKILL");
  const before = performance.now();
  const server = await startProgram(programOf(system, file), place);
  const ready = performance.now() - before;
  try {
    await Promise.all(writers);
    await setTimeout(rest);
    const { memory } = await server.look();
    return { ready, memory };
  } finally {
    await server.stop();
  }
}

async function writeUntilGone(base: string, request: Request): Promise<void> {
  try {
    for (;;) {
      const { status } = await ask(base, request);
      if (status !== request.status) throw new Error(`A write was answered ${status}.`);
    }
  } catch (error) {
    // Only the other side being gone has a code.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
