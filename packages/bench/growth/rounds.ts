import { conditional, connect, type HttpClient } from "../http-client.ts";
import { invalidateResponses } from "../invalidation.ts";
import { progress } from "../output.ts";
import { median, orderOf } from "../statistics.ts";
import type { Instance } from "./instance.ts";
import { get, type Workload } from "./workloads.ts";

/** The median time of one request, in milliseconds, by the number of rows. */
export type Medians = ReadonlyMap<number, number>;

/** Unmeasured requests to each server: before the first workload, and at the start of each workload. */
const START_WARM_UP = 1_000;
const WARM_UP = 40;

/** A workload that takes longer than this stops early, after at least `MIN_REQUESTS` to each server. */
const MAX_MS = 20_000;
const MIN_REQUESTS = WARM_UP + 60;

/** Sends requests to new servers until V8 has compiled the hot code. */
export async function warmUp(instances: readonly Instance[]): Promise<void> {
  for (const [index, { server }] of instances.entries()) {
    progress(`Warming up server ${index + 1} of ${instances.length} …`);
    const client = connect(server.base);
    for (let time = 0; time < START_WARM_UP; time++) await client.send(get("/api/products?limit=10"));
    client.close();
  }
}

/**
 * Measures up to `requests` requests to each server. Sends them to all servers in turn, so that other load
 * on the machine affects all sizes alike.
 */
export async function measure(instances: readonly Instance[], workload: Workload, requests: number): Promise<Medians> {
  const count = Math.min(WARM_UP + requests, workload.maxRequests ?? Number.POSITIVE_INFINITY);
  const measured = instances.map((instance) => {
    const client = connect(instance.server.base);
    const times: number[] = [];
    return { rows: instance.data.rows, client, send: senderOf(instance, workload, client), times };
  });
  const deadline = performance.now() + MAX_MS;
  for (let index = 0; index < count; index++) {
    if (index >= MIN_REQUESTS && performance.now() > deadline) break;
    if (index % 20 === 0) progress(`${workload.name}: ${index} of ${count} …`);
    for (const { send, times } of orderOf(measured, index)) {
      const ms = await send(index);
      if (index >= WARM_UP) times.push(ms);
    }
  }
  progress("");
  for (const { client } of measured) client.close();
  return new Map(measured.map(({ rows, times }) => [rows, median(times)]));
}

/** Sends a request of a workload; returns how long it took, in milliseconds. */
function senderOf({ data, database }: Instance, { request, isUncached, isConditional }: Workload, client: HttpClient) {
  let firstEtag: string | undefined;
  return async (index: number): Promise<number> => {
    if (isUncached) await invalidateResponses(database, data.collector.id);
    const next = request(data, index);
    const { ms, etag } = await client.send(isConditional && firstEtag ? conditional(next, firstEtag) : next);
    firstEtag ??= etag;
    return ms;
  };
}
