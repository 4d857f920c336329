import type { Data } from "../dataset/made.ts";
import type { Load, Loader, Order } from "../load/load.ts";
import { progress } from "../reporting.ts";
import type { Seen, Server } from "../systems/process.ts";
import type { System } from "../systems/system.ts";
import type { Credentials, Request, Work } from "../works/work.ts";
import { conditional, refuseDifferent } from "./answers.ts";
import { type Answer, ask } from "./ask.ts";

/** What one system has done in one round. */
export interface Round extends Load, Seen {}

/** The rounds of a work, by system, in their order. */
export type Rounds = ReadonlyMap<System, readonly Round[]>;

/** How long it is measured. */
export interface Effort {
  readonly rounds: number;
  /** Of each round and system. */
  readonly seconds: number;
  /** Whether each system first answers until its code is compiled. */
  readonly warmUp: boolean;
}

/** What is measured, and with what. */
export interface Bench {
  readonly servers: ReadonlyMap<System, Server>;
  readonly load: Loader;
  readonly loadCore: number | undefined;
  readonly data: Data;
  readonly credentials: Credentials;
}

/** How many requests are under way: so many that a server has always something to do. */
const MANY = 32;
const FEW = 2;

/** Measures the systems at a work, in turn, after each of them has given one right answer. */
export async function measure(bench: Bench, work: Work, { rounds, seconds, warmUp }: Effort): Promise<Rounds> {
  const requests = await requestsOf(bench, work);
  const systems = [...bench.servers.keys()];
  const done = new Map<System, Round[]>(systems.map((system) => [system, []]));
  const run = (system: System, seconds: number) => runOne(bench, work, system, requests.get(system), seconds);

  for (const system of warmUp ? systems : []) {
    progress(`${work.name}: warming up, ${system} …`);
    await warm(work, (seconds) => run(system, seconds));
  }
  for (let round = 0; round < rounds; round++) {
    for (const system of inOrder(systems, round)) {
      progress(`${work.name}: round ${round + 1} of ${rounds}, ${system} …`);
      done.get(system)?.push(await run(system, seconds));
    }
  }
  progress("");
  return done;
}

/** How many answers it takes until V8 has compiled what is used often. */
const WARM = 4_000;

/** The longest that a warm-up takes, in seconds, and the longest that one does whose number of answers a work gives. */
const LONGEST = 5;
const LONGEST_SETTLING = 120;

async function warm({ isHeavy, settling }: Work, run: (seconds: number) => Promise<Round>): Promise<void> {
  const longest = isHeavy ? 1 : settling === undefined ? LONGEST : LONGEST_SETTLING;
  let answered = 0;
  for (let second = 0; second < longest && answered < (settling ?? WARM); second++) answered += (await run(1)).requests;
}

/** What each system is asked, once all of them have answered the same. */
async function requestsOf({ servers, data, credentials }: Bench, work: Work): Promise<ReadonlyMap<System, Request>> {
  const request = work.request(data, credentials);
  const answers = new Map<System, Answer>();
  for (const [system, { base }] of servers) answers.set(system, await ask(base, request));
  refuseDifferent(work, request.status, answers);
  return new Map(
    [...answers].map(([system, { etag }]) => [system, work.isConditional ? conditional(request, etag) : request]),
  );
}

async function runOne(bench: Bench, work: Work, system: System, request: Request | undefined, seconds: number) {
  const server = bench.servers.get(system);
  if (server === undefined || request === undefined) throw new Error(`There is no server of ${system}.`);
  await server.look();
  const under = work.isHeavy ? { connections: FEW, seconds: 2 * seconds } : { connections: MANY, seconds };
  const order = { base: server.base, core: bench.loadCore, ...under };
  try {
    const [load] = await Promise.all([bench.load({ ...order, request }), others(bench, work, order)]);
    return { ...load, ...(await server.look()) };
  } catch (cause) {
    throw new Error(`${system} failed at ${work.name}.`, { cause });
  }
}

/** Others ask what the work says, as long as it is measured. */
async function others({ load, data, credentials }: Bench, { meanwhile }: Work, order: Omit<Order, "request">) {
  if (meanwhile === undefined) return;
  const { request, rate } = meanwhile;
  await load({ ...order, request: request(data, credentials), connections: rate, rate });
}

/** Everyone comes first, in the middle and last as often, and behind each other one. */
export function inOrder<Turn>(all: readonly Turn[], round: number): readonly Turn[] {
  const start = round % all.length;
  const turned = [...all.slice(start), ...all.slice(0, start)];
  return Math.floor(round / all.length) % 2 === 0 ? turned : turned.toReversed();
}
