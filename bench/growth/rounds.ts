import { median, progress } from "../reporting.ts";
import { type Connection, connect, type Request } from "./connection.ts";
import type { Site } from "./site.ts";
import { toChange, type Work } from "./works.ts";

/** The median time of one request, in milliseconds, by the number of rows. */
export type Medians = ReadonlyMap<number, number>;

/** Times that each server is asked before it counts: when it has just been started, and before each kind of work. */
const FIRST_WARM_UP = 1_000;
const WARM_UP = 40;

/** A kind of work that takes longer than this, in milliseconds, is done so often and no more. */
const LONGEST = 20_000;
const ENOUGH = WARM_UP + 60;

/** Asks new servers so often that their code is compiled for good. */
export async function warmUp(sites: readonly Site[]): Promise<void> {
  for (const [index, { base }] of sites.entries()) {
    progress(`Warming up server ${index + 1} of ${sites.length} …`);
    const connection = connect(base);
    for (let time = 0; time < FIRST_WARM_UP; time++)
      await connection.ask({ method: "GET", path: "/api/products?limit=10", status: 200 });
    connection.close();
  }
}

/** Asks all servers in turn, each once and then again, so that whatever else the machine does hits all sizes alike. */
export async function measure(sites: readonly Site[], work: Work, times: number): Promise<Medians> {
  const count = WARM_UP + Math.min(times, work.most ?? times);
  const lanes = sites.map((site) => openLane(site, work));
  const deadline = performance.now() + LONGEST;
  for (let time = 0; time < count; time++) {
    if (time >= ENOUGH && performance.now() > deadline) break;
    if (time % 20 === 0) progress(`${work.name}: ${time} of ${count} …`);
    for (const lane of turned(lanes, time)) {
      const ms = await lane.ask(time);
      if (time >= WARM_UP) lane.waits.push(ms);
    }
  }
  progress("");
  for (const { connection } of lanes) connection.close();
  return new Map(lanes.map(({ rows, waits }) => [rows, median(waits)]));
}

interface Lane {
  readonly rows: number;
  readonly connection: Connection;
  readonly waits: number[];
  readonly ask: (time: number) => Promise<number>;
}

function openLane({ base, sample, credentials }: Site, work: Work): Lane {
  const connection = connect(base);
  let etag: string | undefined;
  return {
    rows: sample.rows,
    connection,
    waits: [],
    async ask(time) {
      if (work.isFresh) await connection.ask(toChange(time, sample, credentials));
      const request = work.request(time, sample, credentials);
      const { ms, headers } = await connection.ask(work.isConditional && etag ? conditional(request, etag) : request);
      etag ??= headers.etag;
      return ms;
    },
  };
}

function conditional(request: Request, etag: string): Request {
  return { ...request, headers: { ...request.headers, "if-none-match": etag }, status: 304 };
}

/** Each comes first as often as the others. */
function turned<T>(list: readonly T[], by: number): readonly T[] {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
