import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { connect } from "../http-client.ts";
import { fillIn, type LoadGenerator, type RequestTemplate } from "../load/load.ts";
import { progress } from "../output.ts";
import { LOAD_CORE, SERVER_CORE } from "../pinning.ts";
import { startServer } from "../server.ts";
import { median, percentile, round, spreadOf } from "../statistics.ts";
import { programOf } from "../systems.ts";
import type { SlowDiskResult } from "./results.ts";

export interface SlowDiskBench {
  readonly url: string;
  readonly folder: string;
  readonly load: LoadGenerator;
  readonly write: RequestTemplate;
  readonly read: RequestTemplate;
  readonly rounds: number;
  readonly seconds: number;
}

/** How long each flush of a file to the disk takes. */
const FSYNC_MS = 200;

/** Connections of the clients that write, as fast as they can. */
const WRITERS = 32;

/** Clients that read, each on a connection of its own, and the pause after each of their requests: a small load. */
const READERS = 20;
const PAUSE_MS = 100;

/**
 * Delays only the system calls that wait for the disk: the kernel does not stop the process at others
 * (`--seccomp-bpf`). With `-D` the server is the child process, and strace its descendant.
 */
const STRACE = [
  ...["strace", "-D", "-f", "--seccomp-bpf", "-qqq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync"],
  ...["-e", `inject=fsync,fdatasync:delay_exit=${FSYNC_MS * 1000}`],
];

/** Why a slow disk cannot be simulated on this machine; undefined if it can. */
export async function missingForSlowDisk(): Promise<string | undefined> {
  try {
    const [program = "", ...args] = STRACE;
    await promisify(execFile)(program, [...args, "true"]);
    return undefined;
  } catch (error) {
    return `strace 5.3 or newer must be installed and may have to run as root: ${error instanceof Error ? error.message : error}`;
  }
}

/** Measures the reads of some clients while others write, on a disk whose flushes take long. */
export async function measureSlowDisk(bench: SlowDiskBench): Promise<SlowDiskResult> {
  const { url, folder, load, write, read, rounds, seconds } = bench;
  const options = { core: SERVER_CORE, log: join(folder, "slow-disk.log"), wrapper: STRACE };
  const server = await startServer(programOf("triptych", url, folder), options);
  const run = async () => {
    const writing = load({ base: server.base, template: write, connections: WRITERS, seconds, core: LOAD_CORE });
    const [writes, times] = await Promise.all([writing, readWhile(writing, server.base, read)]);
    return { writes, read: percentile(times, 99) };
  };
  try {
    const measured: Awaited<ReturnType<typeof run>>[] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`slow disk: round ${round + 1} of ${rounds} …`);
      measured.push(await run());
    }
    progress("");
    return {
      fsyncMs: FSYNC_MS,
      read: spreadOf(measured.map(({ read }) => read)),
      write: spreadOf(measured.map(({ writes }) => writes.p99)),
      writes: round(median(measured.map(({ writes }) => writes.rate))),
    };
  } finally {
    await server.stop();
  }
}

/** The times of the requests that several clients send until some work is done, in milliseconds. */
async function readWhile(work: Promise<unknown>, base: string, template: RequestTemplate): Promise<number[]> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  const readInTurn = async (_: unknown, reader: number) => {
    const client = connect(base);
    for (let index = reader; !isDone; index += READERS) {
      times.push((await client.send(fillIn(template, index))).ms);
      await setTimeout(PAUSE_MS);
    }
    client.close();
  };
  await Promise.all([done, ...Array.from({ length: READERS }, readInTurn)]);
  return times;
}
