import { availableParallelism } from "node:os";
import { join } from "node:path";
import { versions } from "node:process";
import { FULL, SMALL } from "./dataset/size.ts";
import { type Copy, copyData, freshData } from "./dataset/store.ts";
import { temporaryFolder } from "./folder.ts";
import { bestLoader, checkingLoader } from "./load/choice.ts";
import type { Loader } from "./load/load.ts";
import { measureLogins } from "./login/login.ts";
import type { Options } from "./options.ts";
import type { Results, WorkResult } from "./results/results.ts";
import { summaryOf } from "./results/summary.ts";
import { measure } from "./rounds/rounds.ts";
import { growTo } from "./start/gigabyte.ts";
import { measureStarts } from "./start/start.ts";
import { CAN_PIN, LOAD_CORE, SERVER_CORE } from "./systems/pinning.ts";
import { type Server, startProgram } from "./systems/process.ts";
import { programOf, type System } from "./systems/system.ts";
import { logIn } from "./works/credentials.ts";
import { PRODUCT_WORKS } from "./works/products.ts";
import type { Credentials } from "./works/work.ts";

/** Where a run takes place. */
interface Scene extends Copy {
  readonly folder: string;
  readonly options: Options;
  readonly load: Loader;
  readonly credentials: Credentials;
}

/** Measures what is asked for, in a folder of its own that is gone afterwards. */
export async function run(options: Options): Promise<Results> {
  const { check, rounds, seconds, works, login, start } = options;
  const folder = temporaryFolder();
  const copy = await (check ? freshData(SMALL, folder) : copyData(FULL, folder));
  const { name, load } = await (check ? checkingLoader() : bestLoader());
  const scene = { ...copy, folder, options, load, credentials: await logInAt({ ...copy, folder }) };
  return {
    date: new Date().toISOString().slice(0, 10),
    node: versions.node,
    cores: availableParallelism(),
    pinned: CAN_PIN,
    load: name,
    rounds,
    seconds,
    works: works.length > 0 ? await runWorks(scene) : {},
    ...(login && { login: await runLogins(scene) }),
    ...(start && { start: await runStarts(scene) }),
  };
}

/** Triptych gives the tokens; the systems sign with the same secret. */
async function logInAt({ file, folder, data }: Copy & { folder: string }): Promise<Credentials> {
  const server = await startProgram(programOf("triptych", file), { log: join(folder, "triptych.log") });
  try {
    return await logIn(server.base, data);
  } finally {
    await server.stop();
  }
}

async function runWorks(scene: Scene): Promise<Record<string, WorkResult>> {
  const { data, options, load, credentials } = scene;
  return withServers(scene, options.systems, SERVER_CORE, async (servers) => {
    const bench = { servers, load, loadCore: LOAD_CORE, data, credentials };
    const results: Record<string, WorkResult> = {};
    for (const work of options.works) {
      const rounds = await measure(bench, work, effortOf(options));
      results[work.name] = summaryOf(work, data, rounds);
    }
    return results;
  });
}

function effortOf({ check, rounds, seconds }: Options) {
  return check ? { rounds: 1, seconds: 0, warmUp: false } : { rounds, seconds, warmUp: true };
}

/** In seconds: about as many logins as V8 needs to have compiled what they use. */
const WARM_UP = 40;

/** In more rounds, because on all cores nothing keeps the rest of the machine away. The limit is the hash alone. */
async function runLogins(scene: Scene) {
  const { options, data, load } = scene;
  const { check, rounds, seconds } = options;
  const systems = options.systems.filter((system) => system !== "limit");
  return withServers(scene, systems, undefined, (servers) =>
    measureLogins({
      servers,
      load,
      data,
      ...(check ? { warmUp: 0.1, rounds: 1, seconds: 0.1 } : { warmUp: WARM_UP, rounds: rounds * 10, seconds }),
    }),
  );
}

async function runStarts({ options, data, file, folder, credentials }: Scene) {
  const { systems, rounds, check } = options;
  const writing = PRODUCT_WORKS.find(({ name }) => name === "post-product");
  if (writing === undefined) throw new Error("There is nothing to write.");
  const request = writing.request(data, credentials);
  if (check) return measureStarts({ systems, file, folder, request, rounds: 1, gigabytes: 0, rest: 0 });
  growTo(file, 2 ** 30);
  return measureStarts({ systems, file, folder, request, rounds, gigabytes: 1, rest: 3_000 });
}

/** Starts the systems side by side, each idle while another one is measured; stops them afterwards. */
async function withServers<T>(
  { file, folder }: Scene,
  systems: readonly System[],
  core: number | undefined,
  work: (servers: ReadonlyMap<System, Server>) => Promise<T>,
): Promise<T> {
  const servers = new Map<System, Server>();
  try {
    for (const system of systems) {
      servers.set(system, await startProgram(programOf(system, file), { core, log: join(folder, `${system}.log`) }));
    }
    return await work(servers);
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}
