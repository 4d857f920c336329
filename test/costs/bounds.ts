import { readFileSync, writeFileSync } from "node:fs";
import { env } from "node:process";
import { engine } from "../support/databases.ts";
import type { Cost } from "./cost.ts";

/** Upper bounds on the cost of each request, by engine. */
type Bounds = Readonly<Record<string, Readonly<Partial<Record<typeof engine, Cost>>>>>;

const FILE = new URL("bounds.json", import.meta.url);

/** How to set the bounds of the current engine. */
export const HOW_TO_WRITE = "WRITE_BOUNDS=1 npx tap test/costs/costs.test.ts writes the current costs to bounds.json";

const FIGURES = [
  ["statements", "statements"],
  ["commits", "commits"],
  ["roundTrips", "round trips"],
  ["rows", "rows read"],
  ["hashed", "hashed bytes"],
] as const;

/** PostgreSQL plans by statistics that it updates in the background, so a statement can read a few rows more. */
const TOLERATED = { statements: 0, commits: 0, roundTrips: 0, rows: engine === "postgres" ? 5 : 0, hashed: 0 };

const bounds: Bounds = JSON.parse(readFileSync(FILE, "utf8"));

export function listBoundedRequests(): string[] {
  return Object.keys(bounds);
}

/** One sentence for each figure that exceeds the request's bound, or one that says that the bound is missing. */
export function violationsOf(request: string, cost: Cost): string[] {
  const bound = bounds[request]?.[engine];
  if (bound === undefined) return [`${request} has no bound. It costs ${JSON.stringify(cost)}. ${HOW_TO_WRITE}.`];
  return increasesBetween(bound, cost).map((increase) => `${request}: ${increase}.`);
}

/** Whether any figure is below the request's bound, so that the bound can be lowered. */
export function isBelowBound(request: string, cost: Cost): boolean {
  const bound = bounds[request]?.[engine];
  return bound !== undefined && increasesBetween(cost, bound).length > 0;
}

/** One message for each figure of a cost that exceeds a bound, such as "rows read exceed the bound: 9000 > 1". */
export function increasesBetween(bound: Cost, cost: Cost): string[] {
  return FIGURES.filter(([figure]) => (cost[figure] ?? 0) > (bound[figure] ?? 0) + TOLERATED[figure]).map(
    ([figure, name]) => `${name} exceed the bound: ${cost[figure]} > ${bound[figure] ?? 0}`,
  );
}

/** With WRITE_BOUNDS=1, replaces this engine's bounds with `costs`, and drops requests that are not in `costs`. */
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

function textOf(cost: Cost): string {
  const figures = FIGURES.flatMap(([figure]) => (cost[figure] === undefined ? [] : [`"${figure}": ${cost[figure]}`]));
  return `{ ${figures.join(", ")} }`;
}
