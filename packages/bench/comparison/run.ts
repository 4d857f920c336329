import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { stderr, versions } from "node:process";
import { createDatabase, dropDatabase } from "../../../harness/postgres.ts";
import { fillIn, type RequestTemplate } from "../load/load.ts";
import { loadWithSample } from "../load/sample.ts";
import { assertInstalled, loadWithWrk } from "../load/wrk.ts";
import { CAN_PIN, SERVER_CORE } from "../pinning.ts";
import { buildPocketBase, missingForPocketBase, preparePocketBase } from "../pocketbase/pocketbase.ts";
import { type CpuReader, openCpuReader, sizeOf } from "../postgres.ts";
import { type Program, type Server, startServer } from "../server.ts";
import { round } from "../statistics.ts";
import { type Choice, programOf, type System } from "../systems.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Before, prepareBefore } from "./before.ts";
import { measureBulk } from "./bulk.ts";
import { createData, type Data, FULL, type Size, SMALL, WITHOUT_KEPT } from "./data.ts";
import { measureImports } from "./import.ts";
import { type LatencyBench, measureLists, measureSearches } from "./latencies.ts";
import { measureLogins } from "./login.ts";
import type { Options } from "./options.ts";
import {
  type BulkResult,
  type Results,
  type SlowDiskResult,
  type Version,
  type WorkloadResult,
  workloadResultOf,
} from "./results.ts";
import { type Bench, measure } from "./rounds.ts";
import { measureSlowDisk, missingForSlowDisk } from "./slow-disk.ts";
import { measureStarts } from "./start.ts";
import { WORKLOADS } from "./workloads.ts";

/** The data and options of a run. */
interface Run {
  readonly options: Options;
  /** Those of the options that this machine can run. */
  readonly systems: readonly System[];
  readonly folder: string;
  readonly url: string;
  /** Creates another database, without tables; returns its URL. */
  readonly createDatabase: (name: string) => Promise<string>;
  readonly data: Data;
  readonly before: Before | undefined;
}

/** Seconds for which `--check` measures the hash function alone; of the logins it sends only a few. */
const CHECK_SECONDS = 0.1;

/** Time until V8 has compiled the hot code of a login. */
const LOGIN_WARM_UP_SECONDS = 20;

/** Logins use all cores, so other processes disturb them more: more rounds make up for that. */
const LOGIN_ROUNDS_FACTOR = 5;

/** Requests of each kind in a round of lists and searches. */
const LIST_REQUESTS = 40;
const SEARCH_REQUESTS = 10;

const IDLE_MS = 3_000;

/** Items that a bulk change changes: fewer than the 10,000 that one request may change. Links of an import. */
const BULK_ITEMS = 9_500;
const IMPORTED_LINKS = 100_000;

/** Words of the note of an item with 1 kB of text, and of a short one. */
const WORDS = { long: 150, short: 1 };

/** Measures what the options say, in a temporary folder. */
export async function run(options: Options): Promise<Results> {
  await assertInstalled();
  const folder = temporaryFolder();
  const { postgres } = options;
  if (postgres === undefined) return runOn(options, folder, async (name) => `sqlite:${join(folder, `${name}.db`)}`);
  const prefix = `bench_${randomBytes(8).toString("hex")}`;
  const created: string[] = [];
  try {
    return await runOn(options, folder, (name) => {
      created.push(`${prefix}_${name}`);
      return createDatabase(postgres, `${prefix}_${name}`);
    });
  } finally {
    for (const name of created) await dropDatabase(postgres, name);
  }
}

async function runOn(options: Options, folder: string, createDatabase: Run["createDatabase"]): Promise<Results> {
  const { sections, workloads, postgres, against } = options;
  const systems = await buildSystems(options, folder);
  const size = sizeFor(options);
  const url = await createDatabase("triptych");
  const data = await createData(url, size);
  const before =
    against === undefined
      ? undefined
      : await prepareBefore(against, await createDatabase("before"), { ...size, kept: 0 });
  const compared = before ? ([...systems, "before"] as const) : systems;
  const run: Run = { options, systems: compared, folder, url, createDatabase, data, before };
  return {
    engine: postgres === undefined ? "sqlite" : "postgres",
    date: new Date().toISOString().slice(0, 10),
    node: versions.node,
    cores: availableParallelism(),
    pinned: CAN_PIN,
    rounds: options.rounds,
    seconds: options.seconds,
    // First, because the following ones add rows to the lists.
    ...(sections.lists && { lists: await runAlone(run, LIST_REQUESTS, measureLists) }),
    ...(sections.searches && { searches: await runAlone(run, SEARCH_REQUESTS, measureSearches) }),
    workloads: workloads.length > 0 ? await runWorkloads(run) : {},
    ...(sections.login && { login: await runLogins(run) }),
    ...(sections["slow-disk"] && (await runSlowDisk(run))),
    ...(sections.start && { start: await runStarts(run) }),
    ...(sections.bulk && { bulk: { long: await runBulk(run, "long"), short: await runBulk(run, "short") } }),
    ...(sections.import && { imports: await runImports(run) }),
  };
}

/** The rows that the measurements need. Bulk changes and imports have databases of their own. */
function sizeFor({ check, sections, workloads }: Options): Size {
  if (check) return SMALL;
  if (sections.lists || sections.searches || sections.start) return FULL;
  return workloads.length > 0 || sections.login || sections["slow-disk"] ? WITHOUT_KEPT : SMALL;
}

/** Builds PocketBase where this is possible. Returns the systems that can run. */
async function buildSystems({ systems, workloads }: Options, folder: string): Promise<Choice[]> {
  const isWanted = systems.includes("pocketbase") && workloads.some(({ pocketbase }) => pocketbase !== undefined);
  const others = systems.filter((system) => system !== "pocketbase");
  if (!isWanted) return others;
  const missing = await missingForPocketBase();
  if (missing !== undefined) {
    stderr.write(`PocketBase is left out: ${missing}.\n`);
    return others;
  }
  await buildPocketBase(folder);
  return [...systems];
}

async function runWorkloads(run: Run): Promise<Record<string, WorkloadResult>> {
  const { check, rounds, seconds, workloads } = run.options;
  const effort = check
    ? { rounds: 1, seconds: 0, hasWarmUp: false, checksAll: true }
    : { rounds, seconds, hasWarmUp: true, checksAll: false };
  return withServers(run, run.systems, SERVER_CORE, async (bench) => {
    const results: Record<string, WorkloadResult> = {};
    for (const workload of workloads)
      results[workload.name] = workloadResultOf(workload.title(run.data), await measure(bench, workload, effort));
    return results;
  });
}

/** Measures Triptych alone, with requests one at a time. */
async function runAlone<T>(run: Run, requests: number, work: (bench: LatencyBench) => Promise<T>): Promise<T> {
  const { options, url, data } = run;
  const effort = options.check ? { rounds: 1, requests: 1 } : { rounds: options.rounds, requests };
  return withServers(run, ["triptych"], SERVER_CORE, async ({ servers }) => {
    const base = servers.get("triptych")?.base ?? "";
    return work({ base, url, data, ...effort });
  });
}

/** `limit` and PocketBase implement no such login; logins are compared with the hash function alone. */
async function runLogins(run: Run) {
  const { check, rounds, seconds } = run.options;
  const effort = check
    ? { warmUpSeconds: CHECK_SECONDS, rounds: 1, seconds: CHECK_SECONDS }
    : { warmUpSeconds: LOGIN_WARM_UP_SECONDS, rounds: rounds * LOGIN_ROUNDS_FACTOR, seconds };
  const systems = run.systems.filter((system) => system !== "limit" && system !== "pocketbase");
  return withServers(run, systems, undefined, (bench) => measureLogins(bench, effort));
}

async function runSlowDisk({ options, data, url, folder }: Run): Promise<{ slowDisk?: SlowDiskResult }> {
  const missing = await missingForSlowDisk();
  if (missing !== undefined) {
    stderr.write(`The slow disk is left out: ${missing}.\n`);
    return {};
  }
  const { check, rounds, seconds } = options;
  // Enough for several commits, each of which takes at least 200 ms.
  const effort = check ? { rounds: 1, seconds: CHECK_SECONDS } : { rounds, seconds: Math.max(5, seconds) };
  const load = check ? loadWithSample : loadWithWrk;
  const write = templateOf("post-product", data);
  const read = templateOf("product", data);
  return { slowDisk: await measureSlowDisk({ url, folder, load, write, read, ...effort }) };
}

async function runStarts({ options, systems, data, url, folder }: Run) {
  const { rounds, check, postgres } = options;
  const write = fillIn(templateOf("post-product", data), 0);
  const compared = systems.filter((system) => system !== "pocketbase" && system !== "before");
  const bytes = postgres === undefined ? statSync(url.replace("sqlite:", "")).size : await sizeOf(url);
  const bench = { systems: compared, url, folder, write, gigabytes: round(bytes / 2 ** 30) };
  return measureStarts({ ...bench, ...(check ? { rounds: 1, idleMs: 0 } : { rounds, idleMs: IDLE_MS }) });
}

async function runBulk(run: Run, length: keyof typeof WORDS): Promise<readonly BulkResult[]> {
  const { options, folder, createDatabase } = run;
  const { check, rounds, postgres } = options;
  const programs = new Map<Version, Program>();
  for (const [version, program] of programsOf(run)) {
    const url = await createDatabase(`bulk_${length}_${version}`);
    programs.set(version, { ...program, settings: { ...program.settings, DATABASE_URL: url } });
  }
  const effort = check ? { rounds: 1, items: 100 } : { rounds, items: BULK_ITEMS };
  return measureBulk({ programs, folder, words: WORDS[length], hasPlain: postgres === undefined, ...effort });
}

async function runImports(run: Run) {
  const { options, folder, createDatabase } = run;
  const effort = options.check ? { rounds: 1, links: 100 } : { rounds: options.rounds, links: IMPORTED_LINKS };
  return measureImports({ programs: programsOf(run), folder, createDatabase, ...effort });
}

/** The versions of Triptych, in the order in which they are measured. */
function programsOf({ before, url, folder }: Run): ReadonlyMap<Version, Program> {
  return new Map<Version, Program>([
    ...(before ? [["before", before.program] as const] : []),
    ["triptych", programOf("triptych", url, folder)],
  ]);
}

function templateOf(name: string, data: Data): RequestTemplate {
  const workload = WORKLOADS.find((workload) => workload.name === name);
  if (workload === undefined) throw new Error(`There is no workload ${name}.`);
  return workload.template(data);
}

/** Starts the systems, runs `work`, then stops them. All of them run during `work`; only the measured one is loaded. */
async function withServers<T>(
  { url, folder, data, before, options }: Run,
  systems: readonly System[],
  core: number | undefined,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const servers = new Map<System, Server>();
  let cpuReader: CpuReader | undefined;
  try {
    for (const system of systems) {
      const program = system === "before" ? before?.program : programOf(system, url, folder);
      if (program === undefined) throw new Error(`${system} is not prepared.`);
      servers.set(system, await startServer(program, { core, log: join(folder, `${system}.log`) }));
    }
    const pocketbase = servers.get("pocketbase");
    const pocketbaseHeaders =
      pocketbase && (await preparePocketBase(pocketbase.base, folder, url.replace("sqlite:", "")));
    if (options.postgres !== undefined) cpuReader = await openCpuReader(url);
    const withHeaders = { ...data, ...(pocketbaseHeaders && { pocketbaseHeaders }) };
    return await work({
      servers,
      load: options.check ? checkingLoad() : loadWithWrk,
      dataOf: (system) => (system === "before" && before ? before.data : withHeaders),
      ...(cpuReader && { readDatabaseCpu: cpuReader.read }),
    });
  } finally {
    for (const server of servers.values()) await server.stop();
    await cpuReader?.close();
  }
}

/** Returns a load generator that runs wrk once, to check that it works, and afterwards sends only a few requests. */
function checkingLoad(): Bench["load"] {
  let calls = 0;
  return (options) => (calls++ === 0 ? loadWithWrk({ ...options, seconds: 1 }) : loadWithSample(options));
}
