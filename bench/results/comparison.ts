import type { Results, Spread } from "./results.ts";

/** What has changed since another run: the ratios that lie wholly outside of what they were. Empty: nothing has. */
export function comparisonOf(now: Results, before: Results): string {
  const changes = Object.entries(now.works).flatMap(([name, { title, ratios }]) => [
    ...changeOf(`${title}, to limit`, before.works[name]?.ratios.limit, ratios.limit),
    ...changeOf(`${title}, to Express`, before.works[name]?.ratios.express, ratios.express),
  ]);
  const logins = changeOf("Logins, to the hash alone", before.login?.ratios.triptych, now.login?.ratios.triptych);
  const starts = changeOf("Killed to ready, ms", before.start?.ready.triptych, now.start?.ready.triptych);
  const lines = [...changes, ...logins, ...starts];
  const head = `Since the last committed result (${before.date}):`;
  return lines.length === 0
    ? `${head} nothing has changed by more than its spread.\n`
    : `${head}\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
}

function changeOf(what: string, before: Spread | undefined, now: Spread | undefined): string[] {
  if (before === undefined || now === undefined) return [];
  if (now.min <= before.max && now.max >= before.min) return [];
  return [`${what}: ${before.median} (${before.min} to ${before.max}), now ${now.median} (${now.min} to ${now.max})`];
}
