import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LoadGenerator, RequestTemplate } from "../load/load.ts";
import { progress } from "../output.ts";
import { LOAD_CORE, SERVER_CORE } from "../pinning.ts";
import { startServer } from "../server.ts";
import { round, spreadOf } from "../statistics.ts";
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

const WRITERS = 32;
/** Connections of the clients that read, and their requests a second together: a negligible load. */
const READERS = 50;
const READS = 100;

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
  const run = (seconds: number) => {
    const options = { base: server.base, seconds, core: LOAD_CORE };
    return Promise.all([
      load({ ...options, template: write, connections: WRITERS }),
      load({ ...options, template: read, connections: READERS, rate: READS }),
    ]);
  };
  try {
    const measured: Awaited<ReturnType<typeof run>>[] = [];
    await run(seconds);
    for (let round = 0; round < rounds; round++) {
      progress(`slow disk: round ${round + 1} of ${rounds} …`);
      measured.push(await run(seconds));
    }
    progress("");
    return {
      fsyncMs: FSYNC_MS,
      read: spreadOf(measured.map(([, { p99 }]) => p99)),
      write: spreadOf(measured.map(([{ p99 }]) => p99)),
      writes: round(measured.reduce((sum, [{ rate }]) => sum + rate, 0) / measured.length),
    };
  } finally {
    await server.stop();
  }
}
