import { connect } from "../http-client.ts";
import { median } from "../statistics.ts";
import { fillIn, type Load, type LoadOptions } from "./load.ts";

const REQUESTS = 8;

/** Sends a few requests one after the other: shows that a server responds as expected, not how fast. */
export async function loadWithSample({ base, template }: LoadOptions): Promise<Load> {
  const client = connect(base);
  const times: number[] = [];
  for (let index = 0; index < REQUESTS; index++) times.push((await client.send(fillIn(template, index))).ms);
  client.close();
  const max = Math.max(...times);
  const rate = (REQUESTS / times.reduce((sum, time) => sum + time)) * 1000;
  return { requests: REQUESTS, rate, p50: median(times), p99: max, p999: max };
}
