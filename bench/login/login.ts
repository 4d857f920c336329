import { execFile } from "node:child_process";
import { env, execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { THREADS } from "../../src/accounts/thread-pool.ts";
import { type Data, PASSWORD } from "../dataset/made.ts";
import type { Loader } from "../load/load.ts";
import { median, progress } from "../reporting.ts";
import type { LoginResult } from "../results/results.ts";
import { figuresOf, short, spreadOf } from "../results/summary.ts";
import { inOrder, type Round } from "../rounds/rounds.ts";
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

/** What came of one round of a system. */
interface Measured {
  readonly logins: Round;
  /** What 99 % of the neighbours' requests took at most, in milliseconds. */
  readonly neighbour: number;
}

/** Logs in as fast as can be, on all cores, while neighbours read; and verifies passwords alone, in turn. */
export async function measureLogins(bench: LoginBench): Promise<LoginResult> {
  const { servers, rounds, seconds } = bench;
  const hashes: number[] = [];
  const measured = new Map<System, Measured[]>([...servers.keys()].map((system) => [system, []]));
  for (const [system, server] of servers) {
    progress(`login: warming up, ${system} …`);
    await logInAt({ ...bench, seconds: bench.warmUp }, server);
  }
  const turns = [
    async () => hashes.push(await hashAlone(seconds)),
    ...[...servers].map(
      ([system, server]) =>
        async () =>
          measured.get(system)?.push(await logInAt(bench, server)),
    ),
  ];
  for (let round = 0; round < rounds; round++) {
    progress(`login: round ${round + 1} of ${rounds} …`);
    for (const takeTurn of inOrder(turns, round)) await takeTurn();
  }
  progress("");
  return resultOf(hashes, measured);
}

function resultOf(hashes: readonly number[], measured: ReadonlyMap<System, readonly Measured[]>): LoginResult {
  const bySystem = <T>(of: (rounds: readonly Measured[]) => T) =>
    Object.fromEntries([...measured].map(([system, rounds]) => [system, of(rounds)]));
  return {
    hash: short(median(hashes)),
    systems: bySystem((rounds) => figuresOf(rounds.map(({ logins }) => logins))),
    ratios: bySystem((rounds) =>
      spreadOf(rounds.map(({ logins }, round) => logins.rate / (hashes[round] ?? Number.NaN))),
    ),
    neighbour: bySystem((rounds) => short(median(rounds.map(({ neighbour }) => neighbour)))),
  };
}

/** With as many threads as the server has: libuv's four would make the hash slower, and the server look better. */
async function hashAlone(seconds: number): Promise<number> {
  const options = { env: { ...env, UV_THREADPOOL_SIZE: String(THREADS) } };
  const { stdout } = await promisify(execFile)(execPath, [HASHING, String(seconds)], options);
  return Number(stdout);
}

async function logInAt({ load, data, seconds }: LoginBench, server: Server): Promise<Measured> {
  const request: Request = {
    method: "POST",
    path: "/api/user/login",
    headers: {},
    body: JSON.stringify({ email: data.few.email, password: PASSWORD }),
    status: 200,
  };
  const reading: Request = { method: "GET", path: `/api/products/${data.productIds[0]}`, headers: {}, status: 200 };
  const order = { base: server.base, seconds, core: undefined };
  await server.look();
  const [logins, neighbours] = await Promise.all([
    load({ ...order, request, connections: AT_ONCE }),
    load({ ...order, request: reading, connections: NEIGHBOURS, rate: NEIGHBOURS }),
  ]);
  const seen = await server.look();
  await setTimeout(REST);
  return { logins: { ...logins, ...seen }, neighbour: neighbours.p99 };
}
