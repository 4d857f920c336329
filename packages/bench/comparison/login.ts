import { execFile } from "node:child_process";
import { env, execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { THREADS } from "../../../src/accounts/login/thread-pool.ts";
import { PASSWORD } from "../dataset/fill.ts";
import type { RequestTemplate } from "../load/load.ts";
import { progress } from "../output.ts";
import type { Server } from "../server.ts";
import { median, orderOf, round, spreadOf } from "../statistics.ts";
import type { System } from "../systems.ts";
import { figuresOf, type LoginResult, type Round } from "./results.ts";
import type { Bench } from "./rounds.ts";

/** How long the logins to each system are measured. */
export interface LoginEffort {
  readonly warmUpSeconds: number;
  readonly rounds: number;
  /** The duration of one round of one system. */
  readonly seconds: number;
}

/**
 * Connections, each with a login in flight. With eight, logins are always waiting at a server with two
 * cores, so none of the threads that verify passwords is idle.
 */
const CONNECTIONS = 8;

/** Other clients ("neighbours"). Each sends one `GET` a second on a connection of its own: a negligible load. */
const NEIGHBOURS = 50;

/** Pause after a round: the system finishes the logins that are still in flight. */
const PAUSE_MS = 250;

const HASHING = fileURLToPath(new URL("hashing.ts", import.meta.url));

/** What was measured of one system in one round. */
interface LoginRound {
  readonly logins: Round;
  /** 99th percentile of the neighbours' latency, in milliseconds. */
  readonly neighbour: number;
}

/**
 * Measures, in turn and round by round, the hash function alone and the logins to each system, during
 * which neighbours read. The hash function, the systems and the load generator may use all cores.
 */
export async function measureLogins(bench: Bench, effort: LoginEffort): Promise<LoginResult> {
  const { warmUpSeconds, rounds, seconds } = effort;
  for (const [system, server] of bench.servers) {
    progress(`login: warming up ${system} …`);
    await logIn(bench, system, server, warmUpSeconds);
  }
  /** Passwords verified a second by the hash function alone, by round. */
  const hashRates: number[] = [];
  const measured = new Map<System, LoginRound[]>([...bench.servers.keys()].map((system) => [system, []]));
  const steps = [
    async () => hashRates.push(await measureHashing(seconds)),
    ...[...bench.servers].map(
      ([system, server]) =>
        async () =>
          measured.get(system)?.push(await logIn(bench, system, server, seconds)),
    ),
  ];
  for (let round = 0; round < rounds; round++) {
    progress(`login: round ${round + 1} of ${rounds} …`);
    for (const step of orderOf(steps, round)) await step();
  }
  progress("");
  return resultOf(hashRates, measured);
}

function resultOf(hashRates: readonly number[], measured: ReadonlyMap<System, readonly LoginRound[]>): LoginResult {
  const bySystem = <T>(of: (rounds: readonly LoginRound[]) => T) =>
    Object.fromEntries([...measured].map(([system, rounds]) => [system, of(rounds)]));
  return {
    hash: round(median(hashRates)),
    systems: bySystem((rounds) => figuresOf(rounds.map(({ logins }) => logins))),
    ratios: bySystem((rounds) =>
      spreadOf(rounds.map(({ logins }, index) => logins.rate / (hashRates[index] ?? Number.NaN))),
    ),
    neighbour: bySystem((rounds) => round(median(rounds.map(({ neighbour }) => neighbour)))),
  };
}

/**
 * Returns how many passwords a second the hash function alone verifies, with as many threads as the server has:
 * libuv's default of four can be slower.
 */
async function measureHashing(seconds: number): Promise<number> {
  const options = { env: { ...env, UV_THREADPOOL_SIZE: String(THREADS) } };
  const { stdout } = await promisify(execFile)(execPath, [HASHING, String(seconds)], options);
  return Number(stdout);
}

async function logIn({ load, dataOf }: Bench, system: System, server: Server, seconds: number): Promise<LoginRound> {
  const { base, readMetrics } = server;
  const data = dataOf(system);
  const login: RequestTemplate = {
    method: "POST",
    path: "/api/user/login",
    body: { email: data.collector.email, password: PASSWORD },
    status: 200,
  };
  const reading: RequestTemplate = { method: "GET", path: `/api/products/${data.productIds[0]}`, status: 200 };
  const options = { base, seconds, core: undefined };
  await readMetrics(); // Resets them.
  const [logins, neighbours] = await Promise.all([
    load({ ...options, template: login, connections: CONNECTIONS }),
    load({ ...options, template: reading, connections: NEIGHBOURS, rate: NEIGHBOURS }),
  ]);
  const metrics = await readMetrics();
  await setTimeout(PAUSE_MS);
  return { logins: { ...logins, ...metrics }, neighbour: neighbours.p99 };
}
