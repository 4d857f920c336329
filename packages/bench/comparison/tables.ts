import { table } from "../output.ts";
import { median, type Spread } from "../statistics.ts";
import type { System } from "../systems.ts";
import type {
  BulkResult,
  ImportResult,
  ListResult,
  LoginResult,
  Other,
  Results,
  SearchResult,
  SlowDiskResult,
  StartResult,
  WorkloadResult,
} from "./results.ts";
import { type Bound, isMet, TARGETS } from "./targets.ts";

/** Minimum share of its core that a server uses on a machine without other load. */
const MIN_BUSY = 0.9;

const TITLES = {
  limit: "limit",
  express: "Express",
  pocketbase: "PocketBase",
  before: "Triptych before",
  triptych: "Triptych",
} as const satisfies Record<System, string>;

/** The systems, in the order of the columns. */
const COLUMNS = ["limit", "express", "pocketbase", "before", "triptych"] as const satisfies readonly System[];

/** The results as tables in Markdown; the first one compares them with the targets. */
export function tablesOf(results: Results): string {
  const { engine, node, cores, pinned, rounds, seconds, workloads } = results;
  const { login, start, lists, searches, slowDisk, bulk, imports } = results;
  const measured = Object.entries(workloads);
  const cpus = pinned ? "the servers on one core, the load on another" : "servers and load not pinned to cores";
  const database = { sqlite: "SQLite", postgres: "PostgreSQL, on all cores" }[engine];
  const parts = [
    `${database}; Node ${node}, ${cores} cores, ${cpus}; ${rounds} alternating rounds of ${seconds} s.
Medians (minimum to maximum).`,
    `[performance.md](../performance.md) describes the systems: limit, Express, PocketBase and Triptych.
Ratios are Triptych's rate divided by the other system's.`,
    ...(engine === "sqlite" ? warningOf(measured) : []),
    ...targetsOf(results),
    ...(measured.length > 0 ? [ratiosOf(measured)] : []),
    ...(measured.length > 0 || login ? [figuresOf(results)] : []),
    ...(lists ? [listsOf(lists)] : []),
    ...(searches ? [searchesOf(searches)] : []),
    ...(slowDisk ? [slowDiskOf(slowDisk)] : []),
    ...(login ? [loginOf(login)] : []),
    ...(start ? [startOf(start)] : []),
    ...(bulk ? [bulkOf("items with 1 kB of text", bulk.long), bulkOf("short items", bulk.short)] : []),
    ...(imports ? [importsOf(imports)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Warns if other processes used the servers' core: reads on SQLite keep it fully busy, on PostgreSQL they wait. */
function warningOf(measured: readonly [string, WorkloadResult][]): string[] {
  const reading = measured.filter(([name]) => !name.startsWith("post-"));
  const busy = median(reading.flatMap(([, { systems }]) => Object.values(systems).map((figures) => figures.busy)));
  if (reading.length === 0 || busy >= MIN_BUSY) return [];
  const share = `${Math.round(busy * 100)} %`;
  return [
    `WARNING: other load on the machine, the servers had ${share} of their core. Compare processor times, not rates.`,
  ];
}

/** The targets that this run measured. */
function targetsOf(results: Results): string[] {
  const rows = TARGETS.flatMap(({ work, unit, bounds, measured }) => {
    const [bound, figure] = [bounds[results.engine], measured(results)];
    if (bound === undefined || figure === undefined) return [];
    return [[work, unit, toBound(bound), toRange(figure), isMet(bound, figure) ? "met" : "**not met**"]];
  });
  return rows.length === 0 ? [] : [table(["Work", "unit", "target", "measured", ""], rows)];
}

function ratiosOf(measured: readonly [string, WorkloadResult][]): string {
  const isMeasured = (system: System) => measured.some(([, { systems }]) => systems[system] !== undefined);
  const systems = COLUMNS.filter(isMeasured);
  const others = systems.filter((system): system is Other => system !== "triptych");
  const byCpu = others.filter((other) => other === "limit" || other === "before");
  const rows = measured.map(([, { title, systems: figures, ratios, cpuRatios }]) => [
    title,
    ...systems.map((system) => toText(figures[system]?.rate)),
    ...others.map((other) => toRange(ratios[other])),
    ...byCpu.map((other) => toRange(cpuRatios[other])),
  ]);
  return table(
    [
      "Requests a second",
      ...systems.map((system) => TITLES[system]),
      ...others.map((other) => `× ${TITLES[other]}`),
      ...byCpu.map((other) => `× ${TITLES[other]}, by processor time of the server`),
    ],
    rows,
  );
}

function figuresOf({ engine, workloads, login }: Results): string {
  const measured = [...Object.values(workloads), ...(login ? [{ title: "POST a login", systems: login.systems }] : [])];
  const hasDatabase = engine === "postgres";
  const rows = measured.flatMap(({ title, systems }) =>
    COLUMNS.flatMap((system) => {
      const figures = systems[system];
      if (figures === undefined) return [];
      const { p50, p99, p999, cpu, databaseCpu, memory, delay } = figures;
      const cpus = hasDatabase ? [cpu, databaseCpu] : [cpu];
      return [[title, TITLES[system], ...[p50, p99, p999, ...cpus, memory, delay].map(toText)]];
    }),
  );
  const cpus = ["CPU µs per request", ...(hasDatabase ? ["of PostgreSQL"] : [])];
  const units = ["p50 ms", "p99 ms", "p99.9 ms", ...cpus, "memory MB", "longest event loop delay ms"];
  return table(["Workload", "system", ...units], rows);
}

function listsOf(lists: readonly ListResult[]): string {
  const rows = lists.map(({ title, first, middle, last, ratio }) => [
    title,
    ...[first, middle, last, ratio].map(toRange),
  ]);
  return table(["Pages, not cached, one request at a time", "first ms", "middle ms", "last ms", "last / first"], rows);
}

function searchesOf(searches: readonly SearchResult[]): string {
  const rows = searches.map(({ title, ms }) => [title, toRange(ms)]);
  return table(["Searches, not cached, one request at a time", "ms"], rows);
}

function slowDiskOf({ fsyncMs, read, write, writes }: SlowDiskResult): string {
  const titles = [`Each flush to the disk takes ${fsyncMs} ms`, "p99 of GET, ms", "p99 of POST, ms", "POSTs a second"];
  return table(titles, [["Triptych", toRange(read), toRange(write), toText(writes)]]);
}

function loginOf({ hash, systems, ratios, neighbour }: LoginResult): string {
  const rows = systemsIn(systems).map((system) => [
    TITLES[system],
    toText(systems[system]?.rate),
    toRange(ratios[system]),
    toText(neighbour[system]),
  ]);
  const titles = ["Logins", "per second", "× the hash alone", "p99 of other clients' GET, ms"];
  return table(titles, [["hashing the password, no server", toText(hash), "", ""], ...rows]);
}

function startOf({ gigabytes, ready, idle }: StartResult): string {
  const rows = systemsIn(ready).map((system) => [TITLES[system], toRange(ready[system]), toText(idle[system])]);
  const title = `from the end of a killed process to ready with ${gigabytes} GB of data, ms`;
  return table(["Restart", title, "idle memory MB"], rows);
}

function bulkOf(items: string, changes: readonly BulkResult[]): string {
  const systems = systemsIn(changes[0]?.ms ?? {});
  const rows = changes.map(({ name, ms, longestWait, plain }) => [
    name,
    ...systems.flatMap((system) => [toRange(ms[system]), toRange(longestWait[system])]),
    toText(plain),
  ]);
  const titles = systems.flatMap((system) => [`${TITLES[system]}, ms`, "another account's longest write, ms"]);
  return table([`A change of 9,500 ${items}`, ...titles, "plain table in SQLite, ms"], rows);
}

function importsOf({ links, ms }: ImportResult): string {
  const systems = systemsIn(ms);
  const titles = systems.map((system) => `${TITLES[system]}, ms`);
  const work = `${links.toLocaleString("en")} links, by the command`;
  return table(["Import of a bookmark file", ...titles], [[work, ...systems.map((system) => toRange(ms[system]))]]);
}

function systemsIn(figures: Readonly<Partial<Record<System, unknown>>>): System[] {
  return COLUMNS.filter((system) => figures[system] !== undefined);
}

function toBound(bound: Bound): string {
  return "min" in bound ? `≥ ${bound.min}` : `≤ ${bound.max.toLocaleString("en")}`;
}

function toText(number: number | undefined): string {
  return number?.toLocaleString("en", { maximumSignificantDigits: 3 }) ?? "–";
}

function toRange(spread: Spread | undefined): string {
  if (spread === undefined) return "–";
  const { median, min, max } = spread;
  return min === max ? toText(median) : `${toText(median)} (${toText(min)} to ${toText(max)})`;
}
