import { median } from "../reporting.ts";
import { ask } from "../rounds/ask.ts";
import { checked } from "./counted.ts";
import type { Load, Order } from "./load.ts";

const REQUESTS = 8;

/** Asks a server a few times, one after the other, however long that takes: whether it answers, not how fast. */
export async function askAFew({ base, request }: Order): Promise<Load> {
  const times: number[] = [];
  const others: number[] = [];
  for (let time = 0; time < REQUESTS; time++) {
    const started = performance.now();
    const { values } = request;
    const { status } = await ask(base, { ...request, ...(values && { values: values.slice(time) }) });
    times.push(performance.now() - started);
    if (status !== request.status) others.push(status);
  }
  const rate = (REQUESTS / times.reduce((sum, time) => sum + time)) * 1000;
  const longest = Math.max(...times);
  const load = { requests: REQUESTS, rate, p50: median(times), p99: longest, p999: longest };
  return checked({ ...load, wrong: others.length, status: others[0] ?? 0, failed: 0 }, request);
}
