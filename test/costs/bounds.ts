import { readFileSync, writeFileSync } from "node:fs";
import { env } from "node:process";
import { engine } from "../support/databases.ts";
import type { Cost } from "./cost.ts";

/** What a request may cost on each engine: no more, and no less, so that what was won is not lost again unseen. */
type Bounds = Readonly<Record<string, Readonly<Partial<Record<typeof engine, Cost>>>>>;

const FILE = new URL("bounds.json", import.meta.url);
const HOW =
  "WRITE_BOUNDS=1 npx tap test/costs writes it into test/costs/bounds.json, on the engine that the tests run on";

const FIGURES = [
  ["statements", "statements"],
  ["rows", "rows that the database goes through"],
  ["hashed", "bytes that are hashed"],
] as const;

const bounds: Bounds = JSON.parse(readFileSync(FILE, "utf8"));

/** The requests that have a bound. */
export function boundedRequests(): string[] {
  return Object.keys(bounds);
}

/** Says, in a sentence each, which figures of a request are not what they should be. */
export function complaintsOf(request: string, cost: Cost): string[] {
  const bound = bounds[request]?.[engine];
  if (bound === undefined) return [`${request} has no bound. It costs ${JSON.stringify(cost)}; ${HOW}.`];
  return FIGURES.flatMap(([figure, name]) => {
    const [now, most] = [cost[figure], bound[figure]];
    if (now > most) return [`${request}: ${name} are ${now}, more than their bound of ${most}. Make it cheaper again.`];
    if (now < most) return [`${request}: ${name} are ${now}, fewer than their bound of ${most}. Lower it: ${HOW}.`];
    return [];
  });
}

/** Makes bounds of what was counted, and of nothing else, where that is asked for. */
export function writeBounds(costs: ReadonlyMap<string, Cost>): void {
  if (env.WRITE_BOUNDS !== "1") return;
  const requests = [...costs].map(([request, cost]) => {
    const lines = Object.entries({ ...bounds[request], [engine]: cost }).map(
      ([name, bound]) => `    "${name}": ${textOf(bound)}`,
    );
    return `  "${request}": {\n${lines.toSorted().toReversed().join(",\n")}\n  }`;
  });
  writeFileSync(FILE, `{\n${requests.join(",\n")}\n}\n`);
}

function textOf({ statements, rows, hashed }: Cost): string {
  return `{ "statements": ${statements}, "rows": ${rows}, "hashed": ${hashed} }`;
}
