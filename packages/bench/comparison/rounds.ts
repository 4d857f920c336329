import { isDeepStrictEqual } from "node:util";
import { conditional, connect } from "../http-client.ts";
import { fillIn, type LoadGenerator, type RequestTemplate } from "../load/load.ts";
import { progress } from "../output.ts";
import { LOAD_CORE } from "../pinning.ts";
import type { Server } from "../server.ts";
import { orderOf } from "../statistics.ts";
import type { System } from "../systems.ts";
import type { Data } from "./data.ts";
import type { Round, Rounds } from "./results.ts";
import type { PocketBaseBody, Workload } from "./workloads.ts";

/** How long a workload is measured. */
export interface Effort {
  readonly rounds: number;
  /** The duration of one round of one system. */
  readonly seconds: number;
  readonly hasWarmUp: boolean;
  /** Whether to include systems that a workload is not measured with, but can run it. */
  readonly checksAll: boolean;
}

/** The running servers, and the load and data to measure them with. */
export interface Bench {
  readonly servers: ReadonlyMap<System, Server>;
  readonly load: LoadGenerator;
  readonly dataOf: (system: System) => Data;
  /** Reads the processor time of PostgreSQL's processes since the last call, in milliseconds. */
  readonly readDatabaseCpu?: () => Promise<number | undefined>;
}

/** Connections, each with a request in flight: enough to keep a server busy. */
const CONNECTIONS = 32;
const HEAVY_CONNECTIONS = 2;

/** Requests until V8 has compiled the hot code. */
const WARM_UP_REQUESTS = 4_000;

/**
 * Maximum warm-up runs, of one second each; a run of a heavy workload takes two. `counted`: for workloads that set the
 * number of their warm-up requests.
 */
const MAX_WARM_UP_RUNS = { heavy: 1, default: 5, counted: 120 };

/** Checks that all systems return the same data, then measures them in turn, round by round. */
export async function measure(bench: Bench, workload: Workload, effort: Effort): Promise<Rounds> {
  const { rounds, seconds, hasWarmUp } = effort;
  const systems = systemsOf(bench, workload, effort);
  const templates = await templatesOf(bench, workload, systems);
  const measured = new Map<System, Round[]>(systems.map((system) => [system, []]));
  const run = (system: System, seconds: number) =>
    measureOnce(bench, workload, system, templates.get(system), seconds).catch((cause) => {
      throw new Error(`${system} failed at ${workload.name}.`, { cause });
    });

  for (const system of hasWarmUp ? systems : []) {
    progress(`${workload.name}: warming up ${system} …`);
    await warmUp(workload, system === "triptych" || system === "before", () => run(system, 1));
  }
  for (let round = 0; round < rounds; round++) {
    for (const system of orderOf(systems, round)) {
      progress(`${workload.name}: round ${round + 1} of ${rounds}, ${system} …`);
      measured.get(system)?.push(await run(system, seconds));
    }
  }
  progress("");
  return measured;
}

/** The running systems that a workload is measured with. */
function systemsOf({ servers }: Bench, workload: Workload, { checksAll }: Effort): System[] {
  const { systems = ["limit", "triptych"], pocketbase } = workload;
  const isWanted = (system: System) => systems.includes(system) || system === "before";
  const canRun = (system: System) => system !== "pocketbase" || pocketbase !== undefined;
  return [...servers.keys()].filter((system) => isWanted(system) || (checksAll && canRun(system)));
}

async function warmUp(workload: Workload, fillsCache: boolean, runOnce: () => Promise<Round>): Promise<void> {
  const { isHeavy } = workload;
  const warmUpRequests = fillsCache ? workload.warmUpRequests : undefined;
  const max = MAX_WARM_UP_RUNS[isHeavy ? "heavy" : warmUpRequests === undefined ? "default" : "counted"];
  const wanted = warmUpRequests ?? WARM_UP_REQUESTS;
  let requests = 0;
  for (let runs = 0; runs < max && requests < wanted; runs++) requests += (await runOnce()).requests;
}

/**
 * The request for each system; if the workload is conditional, with the entity tag that the system returned, if any.
 * Throws unless all systems return the same data, but for `before`: its rows and its contract may differ.
 */
async function templatesOf(
  { servers, dataOf }: Bench,
  workload: Workload,
  systems: readonly System[],
): Promise<Map<System, RequestTemplate>> {
  const templates = new Map<System, RequestTemplate>();
  let first: { readonly system: System; readonly body: string } | undefined;
  for (const system of systems) {
    const template = (system === "pocketbase" ? workload.pocketbase : workload)?.template(dataOf(system));
    const server = servers.get(system);
    if (server === undefined || template === undefined) throw new Error(`${system} cannot run ${workload.name}.`);
    const client = connect(server.base);
    const { body, etag } = await client.send(fillIn(template, 0)).catch((cause) => {
      throw new Error(`${system} failed at ${workload.name}.`, { cause });
    });
    client.close();
    if (system !== "before") first ??= { system, body };
    if (
      first !== undefined &&
      system !== "before" &&
      !isDeepStrictEqual(comparable(workload, system, body), comparable(workload, first.system, first.body))
    ) {
      const bodies = `${body.slice(0, 2000)}\n\n${first.body.slice(0, 2000)}`;
      throw new Error(`${system} and ${first.system} return different data at ${workload.name}: ${bodies}`);
    }
    templates.set(system, workload.isConditional && etag !== undefined ? conditional(template, etag) : template);
  }
  return templates;
}

function comparable({ ignoredFields = [], pocketbase }: Workload, system: System, body: string): unknown {
  const isPocketBase = system === "pocketbase" && pocketbase !== undefined;
  const ignored = isPocketBase ? [...ignoredFields, "collectionId", "collectionName"] : ignoredFields;
  const parsed: unknown = JSON.parse(body, (name, value) => (ignored.includes(name) ? undefined : value));
  return isPocketBase ? pocketbase.toBody(parsed as PocketBaseBody) : parsed; // what PocketBase documents
}

async function measureOnce(
  { servers, load, dataOf, readDatabaseCpu }: Bench,
  { isHeavy, writes }: Workload,
  system: System,
  template: RequestTemplate | undefined,
  seconds: number,
): Promise<Round> {
  const server = servers.get(system);
  if (server === undefined || template === undefined) throw new Error(`${system} is not running.`);
  const options = { base: server.base, core: LOAD_CORE, seconds: isHeavy ? 2 * seconds : seconds };
  await server.readMetrics(); // Resets them.
  await readDatabaseCpu?.();
  const [measured] = await Promise.all([
    load({ ...options, template, connections: isHeavy ? HEAVY_CONNECTIONS : CONNECTIONS }),
    writes &&
      load({ ...options, template: writes.template(dataOf(system)), connections: writes.rate, rate: writes.rate }),
  ]);
  return { ...measured, ...(await server.readMetrics()), databaseCpu: await readDatabaseCpu?.() };
}
