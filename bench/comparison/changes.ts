import type { Spread } from "../statistics.ts";
import type { Results } from "./results.ts";

/** Lists the ratios whose whole range differs from that of an earlier run, as Markdown. */
export function changesSince(before: Results, now: Results): string {
  const changes = [
    ...Object.entries(now.workloads).flatMap(([name, { title, ratios }]) => [
      ...changeOf(`${title}, to limit`, before.workloads[name]?.ratios.limit, ratios.limit),
      ...changeOf(`${title}, to Express`, before.workloads[name]?.ratios.express, ratios.express),
    ]),
    ...changeOf("Logins, to the hash alone", before.login?.ratios.triptych, now.login?.ratios.triptych),
    ...changeOf("Killed to ready, ms", before.start?.ready.triptych, now.start?.ready.triptych),
  ];
  const head = `Since the last committed result (${before.date}):`;
  if (changes.length === 0) return `${head} no change outside the spread of the rounds.\n`;
  return `${head}\n\n${changes.map((change) => `- ${change}\n`).join("")}`;
}

function changeOf(what: string, before: Spread | undefined, now: Spread | undefined): string[] {
  if (before === undefined || now === undefined) return [];
  if (now.min <= before.max && now.max >= before.min) return [];
  return [`${what}: ${before.median} (${before.min} to ${before.max}), now ${now.median} (${now.min} to ${now.max})`];
}
