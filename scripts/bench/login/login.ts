import { execFile } from "node:child_process";
import { env, execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { THREADS } from "../../../src/thread-pool.ts";
import { type Data, PASSWORD } from "../dataset/made.ts";
import type { Loader } from "../load/load.ts";
import { median, progress } from "../reporting.ts";
import type { LoginResult } from "../results/results.ts";
import { short, spreadOf } from "../results/summary.ts";
import type { Server } from "../systems/process.ts";
import type { System } from "../systems/system.ts";
import type { Request } from "../works/work.ts";

/** What is measured, for how long, and with what. */
export interface LoginBench {
  /** On all cores. */
  readonly servers: ReadonlyMap<System, Server>;
  readonly load: Loader;
  readonly data: Data;
  /** Of each system, in seconds. */
  readonly warmUp: number;
  readonly rounds: number;
  /** Of each round and system. */
  readonly seconds: number;
}

/** How many log in at once: more than there are cores, so that none of them is idle. */
const AT_ONCE = 8;

/**
 * How many neighbours there are, each of whom reads once a second: so seldom that it costs next to nothing, and so many that who waits for an
 * answer keeps nobody else from asking.
 */
const NEIGHBOURS = 50;

/** How long a system is given to finish what was under way when the load ended, in milliseconds: the next one's turn shall not pay for it. */
const REST = 250;

const HASHING = fileURLToPath(new URL("hashing.ts", import.meta.url));

/** Logs in as fast as can be, on all cores, while neighbours read; and verifies passwords alone, in turn. */
export async function measureLogins(bench: LoginBench): Promise<LoginResult> {
  const { servers, rounds, seconds } = bench;
  const hashes: number[] = [];
  const rates = new Map<System, number[]>();
  const waits = new Map<System, number[]>();
  for (const [system, server] of servers) {
    progress(`login: warming up, ${system} …`);
    await logInAt({ ...bench, seconds: bench.warmUp }, server);
  }
  for (let round = 0; round < rounds; round++) {
    progress(`login: round ${round + 1} of ${rounds} …`);
    hashes.push(await hashAlone(seconds));
    for (const [system, server] of servers) {
      const { rate, p99 } = await logInAt(bench, server);
      rates.set(system, [...(rates.get(system) ?? []), rate]);
      waits.set(system, [...(waits.get(system) ?? []), p99]);
    }
  }
  progress("");
  const bySystem = <T>(from: ReadonlyMap<System, number[]>, of: (numbers: readonly number[]) => T) =>
    Object.fromEntries([...from].map(([system, numbers]) => [system, of(numbers)]));
  const middle = (numbers: readonly number[]) => short(median(numbers));
  return {
    hash: middle(hashes),
    rates: bySystem(rates, middle),
    ratios: bySystem(rates, (numbers) => spreadOf(numbers.map((rate, index) => rate / (hashes[index] ?? Number.NaN)))),
    neighbour: bySystem(waits, middle),
  };
}

/** With as many threads as the server has: libuv's four would make the hash slower, and the server look better. */
async function hashAlone(seconds: number): Promise<number> {
  const options = { env: { ...env, UV_THREADPOOL_SIZE: String(THREADS) } };
  const { stdout } = await promisify(execFile)(execPath, [HASHING, String(seconds)], options);
  return Number(stdout);
}

async function logInAt({ load, data, seconds }: LoginBench, { base }: Server): Promise<{ rate: number; p99: number }> {
  const request: Request = {
    method: "POST",
    path: "/api/user/login",
    headers: {},
    body: JSON.stringify({ email: data.few.email, password: PASSWORD }),
    status: 200,
  };
  const reading: Request = { method: "GET", path: `/api/products/${data.productIds[0]}`, headers: {}, status: 200 };
  const [{ rate }, { p99 }] = await Promise.all([
    load({ base, request, connections: AT_ONCE, seconds, core: undefined }),
    load({ base, request: reading, connections: NEIGHBOURS, rate: NEIGHBOURS, seconds, core: undefined }),
  ]);
  await setTimeout(REST);
  return { rate, p99 };
}
