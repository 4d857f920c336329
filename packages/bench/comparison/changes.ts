import type { Spread } from "../statistics.ts";
import type { Results } from "./results.ts";

/** Lists, as Markdown, the results whose range (minimum to maximum) does not overlap that of an earlier run. */
export function changesSince(before: Results, now: Results): string {
  const changes = [
    ...Object.entries(now.workloads).flatMap(([name, { title, ratios }]) => [
      ...changeOf(`${title}, ratio to limit`, before.workloads[name]?.ratios.limit, ratios.limit),
      ...changeOf(`${title}, ratio to Express`, before.workloads[name]?.ratios.express, ratios.express),
    ]),
    ...changeOf("Logins, ratio to hashing alone", before.login?.ratios.triptych, now.login?.ratios.triptych),
    ...changeOf("From kill -9 to ready, ms", before.start?.ready.triptych, now.start?.ready.triptych),
  ];
  const heading = `Since the last committed result (${before.date}):`;
  if (changes.length === 0) return `${heading} all ranges overlap.\n`;
  return `${heading}\n\n${changes.map((change) => `- ${change}\n`).join("")}`;
}

function changeOf(what: string, before: Spread | undefined, now: Spread | undefined): string[] {
  if (before === undefined || now === undefined) return [];
  if (now.min <= before.max && now.max >= before.min) return [];
  return [`${what}: ${before.median} (${before.min} to ${before.max}), now ${now.median} (${now.min} to ${now.max})`];
}
