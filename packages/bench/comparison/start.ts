import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, type Request } from "../http-client.ts";
import { progress } from "../output.ts";
import { SERVER_CORE } from "../pinning.ts";
import { startServer } from "../server.ts";
import { median, round, spreadOf } from "../statistics.ts";
import { type Choice, programOf } from "../systems.ts";
import type { StartResult } from "./results.ts";

export interface StartBench {
  readonly systems: readonly Choice[];
  /** The database. */
  readonly url: string;
  /** Folder of the log files. */
  readonly folder: string;
  /** A write that every system accepts. */
  readonly write: Request;
  readonly rounds: number;
  /** Size of the database. */
  readonly gigabytes: number;
  /** Time without requests before the idle memory is read. */
  readonly idleMs: number;
}

/** Time between the first write and `kill -9`. */
const WRITING_MS = 500;

const WRITERS = 4;

interface Start {
  /** From the exit of the killed process until the next one is ready, in milliseconds. */
  readonly ready: number;
  /** Idle memory, in MB. */
  readonly memory: number;
}

/** Kills each system in turn during writes, restarts it, and reads its idle memory. */
export async function measureStarts(bench: StartBench): Promise<StartResult> {
  const { systems, rounds, gigabytes } = bench;
  const starts = new Map<Choice, Start[]>(systems.map((system) => [system, []]));
  for (let round = 0; round < rounds; round++) {
    for (const system of systems) {
      progress(`start: round ${round + 1} of ${rounds}, ${system} …`);
      starts.get(system)?.push(await killAndStart(system, bench));
    }
  }
  progress("");
  const ready = [...starts].map(([system, measured]) => [system, spreadOf(measured.map(({ ready }) => ready))]);
  const idle = [...starts].map(([system, measured]) => [system, round(median(measured.map(({ memory }) => memory)))]);
  return { gigabytes, ready: Object.fromEntries(ready), idle: Object.fromEntries(idle) };
}

async function killAndStart(system: Choice, { url, folder, write, idleMs }: StartBench): Promise<Start> {
  const options = { core: SERVER_CORE, log: join(folder, `${system}.log`) };
  const killed = await startServer(programOf(system, url, folder), options);
  const writers = Array.from({ length: WRITERS }, () => writeUntilKilled(killed.base, write));
  await setTimeout(WRITING_MS);
  await killed.stop("SIGKILL");
  const before = performance.now();
  const server = await startServer(programOf(system, url, folder), options);
  const ready = performance.now() - before;
  try {
    await Promise.all(writers);
    await setTimeout(idleMs);
    return { ready, memory: (await server.readMetrics()).memory };
  } finally {
    await server.stop();
  }
}

async function writeUntilKilled(base: string, write: Request): Promise<void> {
  const client = connect(base);
  try {
    for (;;) await client.send(write);
  } catch (error) {
    // The connection broke, as expected. The error for an unexpected status has no code.
    if (!(error instanceof Error && "code" in error)) throw error;
  } finally {
    client.close();
  }
}
