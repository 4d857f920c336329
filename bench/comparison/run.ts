import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { versions } from "node:process";
import { fillIn } from "../load/load.ts";
import { loadWithSample } from "../load/sample.ts";
import { assertInstalled, loadWithWrk } from "../load/wrk.ts";
import { CAN_PIN, SERVER_CORE } from "../pinning.ts";
import { createDatabase, dropDatabase } from "../postgres.ts";
import { type Server, startServer } from "../server.ts";
import { programOf, type System } from "../systems.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { createData, type Data, FULL, growTo, SMALL } from "./data.ts";
import { measureLogins } from "./login.ts";
import type { Options } from "./options.ts";
import { type Results, type WorkloadResult, workloadResultOf } from "./results.ts";
import { type Bench, measure } from "./rounds.ts";
import { measureStarts } from "./start.ts";
import { WORKLOADS } from "./workloads.ts";

/** The data and options of a run. */
interface Run {
  readonly options: Options;
  readonly folder: string;
  /** The SQLite file, unless the run is on PostgreSQL. */
  readonly file: string;
  readonly url: string;
  readonly data: Data;
}

/** Seconds for which `--check` measures the hash function alone; of the logins it sends only a few. */
const CHECK_SECONDS = 0.1;

/** Time until V8 has compiled the hot code of a login. */
const LOGIN_WARM_UP_SECONDS = 40;

/** Logins use all cores, so other processes disturb them more: more rounds make up for that. */
const LOGIN_ROUNDS_FACTOR = 10;

/** Measures what the options say, in a temporary folder. */
export async function run(options: Options): Promise<Results> {
  await assertInstalled();
  const folder = temporaryFolder();
  const file = join(folder, "triptych.db");
  if (options.postgres === undefined) return runOn(`sqlite:${file}`, { options, folder, file });
  const name = `bench_${randomBytes(8).toString("hex")}`;
  try {
    return await runOn(await createDatabase(options.postgres, name), { options, folder, file });
  } finally {
    await dropDatabase(options.postgres, name);
  }
}

async function runOn(url: string, { options, folder, file }: Omit<Run, "url" | "data">): Promise<Results> {
  const run: Run = { options, folder, file, url, data: await createData(url, options.check ? SMALL : FULL) };
  return {
    date: new Date().toISOString().slice(0, 10),
    node: versions.node,
    cores: availableParallelism(),
    pinned: CAN_PIN,
    rounds: options.rounds,
    seconds: options.seconds,
    workloads: options.workloads.length > 0 ? await runWorkloads(run) : {},
    ...(options.login && { login: await runLogins(run) }),
    ...(options.start && { start: await runStarts(run) }),
  };
}

async function runWorkloads(run: Run): Promise<Record<string, WorkloadResult>> {
  const { check, systems, rounds, seconds, workloads, postgres } = run.options;
  const fillsCache = postgres === undefined;
  const effort = check
    ? { rounds: 1, seconds: 0, hasWarmUp: false, fillsCache }
    : { rounds, seconds, hasWarmUp: true, fillsCache };
  return withServers(run, systems, SERVER_CORE, async (bench) => {
    const results: Record<string, WorkloadResult> = {};
    for (const workload of workloads)
      results[workload.name] = workloadResultOf(workload.title(run.data), await measure(bench, workload, effort));
    return results;
  });
}

/** `limit` implements no login; logins are compared with the hash function alone. */
async function runLogins(run: Run) {
  const { check, rounds, seconds } = run.options;
  const effort = check
    ? { warmUpSeconds: CHECK_SECONDS, rounds: 1, seconds: CHECK_SECONDS }
    : { warmUpSeconds: LOGIN_WARM_UP_SECONDS, rounds: rounds * LOGIN_ROUNDS_FACTOR, seconds };
  const systems = run.options.systems.filter((system) => system !== "limit");
  return withServers(run, systems, undefined, (bench) => measureLogins(bench, effort));
}

async function runStarts({ options, data, file, folder }: Run) {
  const { systems, rounds, check } = options;
  const post = WORKLOADS.find(({ name }) => name === "post-product");
  if (post === undefined) throw new Error("There is no workload post-product.");
  const bench = { systems, file, folder, write: fillIn(post.template(data), 0) };
  if (check) return measureStarts({ ...bench, rounds: 1, gigabytes: 0, idleMs: 0 });
  await growTo(file, 2 ** 30);
  return measureStarts({ ...bench, rounds, gigabytes: 1, idleMs: 3_000 });
}

/** Starts the systems, runs `work`, then stops them. All of them run during `work`; only the measured one is loaded. */
async function withServers<T>(
  { url, folder, data, options }: Run,
  systems: readonly System[],
  core: number | undefined,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const servers = new Map<System, Server>();
  try {
    for (const system of systems)
      servers.set(system, await startServer(programOf(system, url), { core, log: join(folder, `${system}.log`) }));
    return await work({ servers, load: options.check ? checkingLoad() : loadWithWrk, data });
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

/** Returns a load generator that runs wrk once, to check that it works, and afterwards sends only a few requests. */
function checkingLoad(): Bench["load"] {
  let calls = 0;
  return (options) => (calls++ === 0 ? loadWithWrk({ ...options, seconds: 1 }) : loadWithSample(options));
}
