import { table } from "../output.ts";
import { median, type Spread } from "../statistics.ts";
import { SYSTEMS, type System } from "../systems.ts";
import type { LoginResult, Results, StartResult, WorkloadResult } from "./results.ts";
import { WORKLOADS } from "./workloads.ts";

type Target = { readonly min: number } | { readonly max: number };

/**
 * `login`: ratio to hashing alone; `neighbour`: p99 of other clients' `GET`s during logins, in ms;
 * `ready`: ms from the exit of a killed process to ready; `idle`: memory before the first request, in MB.
 */
const TARGETS = { login: { min: 0.9 }, neighbour: { max: 20 }, ready: { max: 1_000 }, idle: { max: 120 } };

/** Minimum share of its core that a server uses on a machine without other load. */
const MIN_BUSY = 0.9;

/** The results as tables in Markdown. */
export function tablesOf(results: Results): string {
  const { node, cores, pinned, rounds, seconds, workloads, login, start } = results;
  const measured = Object.entries(workloads);
  const cpus = pinned ? "the servers on one core, the load on another" : "servers and load not pinned to cores";
  const parts = [
    `Node ${node}, ${cores} cores, ${cpus}; ${rounds} alternating rounds of ${seconds} s.\nMedians (minimum to maximum).`,
    "[performance.md](../performance.md) describes the three systems: limit, Express and Triptych.\nRatios are Triptych's rate divided by the other system's.",
    ...warningOf(measured),
    ...(measured.length > 0 ? [ratiosOf(measured)] : []),
    ...(measured.length > 0 || login ? [figuresOf(results)] : []),
    ...(login ? [loginOf(login)] : []),
    ...(start ? [startOf(start)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Warns if other processes used the servers' core: reads keep a server's core fully busy. */
function warningOf(measured: readonly [string, WorkloadResult][]): string[] {
  const reading = measured.filter(([name]) => !name.startsWith("post-"));
  const busy = median(reading.flatMap(([, { systems }]) => Object.values(systems).map((figures) => figures.busy)));
  if (reading.length === 0 || busy >= MIN_BUSY) return [];
  const share = `${Math.round(busy * 100)} %`;
  return [
    `WARNING: other load on the machine, the servers had ${share} of their core. Compare processor times, not rates.`,
  ];
}

function ratiosOf(measured: readonly [string, WorkloadResult][]): string {
  const rows = measured.map(([name, { title, systems, ratios, cpuRatios }]) => {
    const targets = WORKLOADS.find((workload) => workload.name === name)?.targets;
    return [
      title,
      ...SYSTEMS.map((system) => toText(systems[system]?.rate)),
      toRange(ratios.limit),
      verdict(ratios.limit?.median, targets && { min: targets.limit }),
      toRange(cpuRatios.limit),
      toRange(ratios.express),
      verdict(ratios.express?.median, targets && { min: targets.express }),
    ];
  });
  const ratioTitles = ["ratio to limit", "target", "ratio to limit by CPU time", "ratio to Express", "target"];
  return table(["Requests a second", "limit", "Express", "Triptych", ...ratioTitles], rows);
}

function figuresOf({ workloads, login }: Results): string {
  const measured = [...Object.values(workloads), ...(login ? [{ title: "POST a login", systems: login.systems }] : [])];
  const rows = measured.flatMap(({ title, systems }) =>
    SYSTEMS.flatMap((system) => {
      const figures = systems[system];
      if (figures === undefined) return [];
      const { p50, p99, p999, cpu, memory, delay } = figures;
      return [[title, system, ...[p50, p99, p999, cpu, memory, delay].map(toText)]];
    }),
  );
  const units = ["p50 ms", "p99 ms", "p99.9 ms", "CPU µs per request", "memory MB", "longest event loop delay ms"];
  return table(["Workload", "system", ...units], rows);
}

function loginOf({ hash, systems, ratios, neighbour }: LoginResult): string {
  const rows = systemsIn(systems).map((system) => [
    system,
    toText(systems[system]?.rate),
    toRange(ratios[system]),
    system === "triptych" ? verdict(ratios[system]?.median, TARGETS.login) : "",
    toText(neighbour[system]),
    system === "triptych" ? verdict(neighbour[system], TARGETS.neighbour) : "",
  ]);
  const titles = [
    "Logins",
    "per second",
    "ratio to hashing alone",
    "target",
    "p99 of other clients' GET, ms",
    "target",
  ];
  return table(titles, [["hashing the password, no server", toText(hash), "", "", "", ""], ...rows]);
}

function startOf({ gigabytes, ready, idle }: StartResult): string {
  const rows = systemsIn(ready).map((system) => [
    system,
    toRange(ready[system]),
    system === "triptych" ? verdict(ready[system]?.median, TARGETS.ready) : "",
    toText(idle[system]),
    system === "triptych" ? verdict(idle[system], TARGETS.idle) : "",
  ]);
  return table(
    [
      "Restart",
      `from the end of a killed process to ready with ${gigabytes} GB of data, ms`,
      "target",
      "idle memory MB",
      "target",
    ],
    rows,
  );
}

function systemsIn(figures: Readonly<Partial<Record<System, unknown>>>): System[] {
  return SYSTEMS.filter((system) => figures[system] !== undefined);
}

/** The target and whether it is met; empty without a target or a measurement. */
function verdict(measured: number | undefined, target: Target | undefined): string {
  if (measured === undefined || target === undefined) return "";
  if ("min" in target) return `≥ ${target.min} ${measured >= target.min ? "met" : "MISSED"}`;
  return `≤ ${target.max} ${measured <= target.max ? "met" : "MISSED"}`;
}

function toText(number: number | undefined): string {
  return number?.toLocaleString("en", { maximumSignificantDigits: 3 }) ?? "–";
}

function toRange(spread: Spread | undefined): string {
  return spread ? `${toText(spread.median)} (${toText(spread.min)} to ${toText(spread.max)})` : "–";
}
