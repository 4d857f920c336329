import { type Result, runEpisode } from "../faults/episode.ts";
import type { Cluster } from "./cluster.ts";
import type { Event } from "./events.ts";

/** Number of clients that read during an event, beside the eight that write. */
const READERS = 2;

/** The pause of each client after a request, in milliseconds, so that the load leaves the cluster processor time. */
const PAUSE_MS = 25;

const MAX_REFUSED_MS = 60_000;

/** An event, and what clients noticed. */
export interface Outcome {
  readonly event: Event;
  readonly result: Result;
}

/** Causes an event while clients read and write, and compares what is stored with what was acknowledged. */
export async function runEvent(cluster: Cluster, event: Event): Promise<Outcome> {
  const bases = event.bases?.(cluster) ?? cluster.nodes.map(({ proxy }) => proxy.url);
  const cause = () => event.cause(cluster);
  return { event, result: await runEpisode({ bases, cause, readers: READERS, pause: PAUSE_MS }) };
}

/** Problems that the check reports, in sentences. */
export function problemsOf({ event, result }: Outcome): string[] {
  const { lost, inconsistent, hangs, failed, longestPause } = result;
  return [
    ...lost.map((loss) => `lost: ${loss}`),
    ...inconsistent.map((name) => `stored twice or in part: ${name}`),
    ...(hangs > 0 ? [`${hangs} requests had no response.`] : []),
    ...(longestPause > MAX_REFUSED_MS ? [`No write succeeded for ${seconds(longestPause)} s.`] : []),
    ...(event.isSeamless && failed > 0 ? [`${failed} requests failed.`] : []),
  ];
}

/** A table in Markdown. */
export function toTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ event, result }) => {
    const { acknowledged, lost, inconsistent, longestPause, requests, failed } = result;
    const cells = [acknowledged, lost.length, inconsistent.length, seconds(longestPause), `${failed} of ${requests}`];
    return `| ${[event.name, ...cells].join(" | ")} |`;
  });
  return [
    "| Event | Acknowledged writes | Lost | Duplicates | Seconds without a write | Failed requests |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
