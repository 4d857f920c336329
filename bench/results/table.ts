import { median } from "../reporting.ts";
import { SYSTEMS } from "../systems/system.ts";
import { WORKS } from "../works/works.ts";
import type { Results, Spread, WorkResult } from "./results.ts";
import { LOGIN_TARGETS, START_TARGETS, verdict } from "./targets.ts";

/** The part of its core that a server has on a machine that does nothing else, at least. */
const QUIET = 0.9;

/** The results as tables in Markdown. */
export function tablesOf(results: Results): string {
  const works = Object.entries(results.works);
  const parts = [
    headOf(results),
    ...noteOn(works),
    ...(works.length > 0 ? [ratiosOf(works)] : []),
    ...figuresOf(results),
    ...(results.login ? [loginOf(results.login)] : []),
    ...(results.start ? [startOf(results.start)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function headOf({ node, cores, pinned, load, rounds, seconds }: Results): string {
  const place = pinned ? "the servers on one core, the load on another" : "servers and load not pinned to cores";
  return `Node ${node}, ${cores} cores, ${place}; ${load}, ${rounds} rounds of ${seconds} s, alternating. Medians; (least to most).`;
}

/** A server that reads is busy all the time, unless it is kept from its core. */
function noteOn(works: readonly [string, WorkResult][]): string[] {
  const reading = works.filter(([name]) => !name.startsWith("post-"));
  const busy = median(reading.flatMap(([, { systems }]) => Object.values(systems).map((figures) => figures.busy)));
  if (reading.length === 0 || busy >= QUIET) return [];
  const share = `${Math.round(busy * 100)} %`;
  return [
    `SOMETHING ELSE WAS RUNNING: the servers had ${share} of their core. Trust the processor times more than the rates.`,
  ];
}

function ratiosOf(works: readonly [string, WorkResult][]): string {
  const rows = works.map(([name, { title, systems, ratios, cpuRatios }]) => {
    const targets = WORKS.find((work) => work.name === name)?.targets;
    return [
      title,
      ...SYSTEMS.map((system) => plain(systems[system]?.rate)),
      spread(ratios.limit),
      verdict(ratios.limit?.median, targets && { least: targets.limit }),
      spread(cpuRatios.limit),
      spread(ratios.express),
      verdict(ratios.express?.median, targets && { least: targets.express }),
    ];
  });
  const titles = [
    "Requests a second",
    "limit",
    "Express",
    "Triptych",
    "to limit",
    "target",
    "by processor time",
    "to Express",
    "target",
  ];
  return table(titles, rows);
}

function figuresOf({ works, login }: Results): string[] {
  const all = [...Object.values(works), ...(login ? [{ title: "POST a login", systems: login.systems }] : [])];
  const rows = all.flatMap(({ title, systems }) =>
    SYSTEMS.flatMap((system) => {
      const figures = systems[system];
      if (figures === undefined) return [];
      const { p50, p99, p999, cpu, memory, delay } = figures;
      return [[title, system, ...[p50, p99, p999, cpu, memory, delay].map(plain)]];
    }),
  );
  const titles = ["Work", "system", "p50 ms", "p99 ms", "p99.9 ms", "processor µs", "memory MB", "longest delay ms"];
  return rows.length > 0 ? [table(titles, rows)] : [];
}

function loginOf({ hash, systems: figures, ratios, neighbour }: NonNullable<Results["login"]>): string {
  const systems = SYSTEMS.filter((system) => figures[system] !== undefined);
  const rows = systems.map((system) => [
    system,
    plain(figures[system]?.rate),
    spread(ratios[system]),
    system === "triptych" ? verdict(ratios[system]?.median, LOGIN_TARGETS.ratio) : "",
    plain(neighbour[system]),
    system === "triptych" ? verdict(neighbour[system], LOGIN_TARGETS.neighbour) : "",
  ]);
  const titles = ["Logins a second", "rate", "to the hash alone", "target", "a neighbour's p99 ms", "target"];
  return table(titles, [["the hash alone", plain(hash), "", "", "", ""], ...rows]);
}

function startOf({ gigabytes, ready, idle }: NonNullable<Results["start"]>): string {
  const systems = SYSTEMS.filter((system) => ready[system] !== undefined);
  const rows = systems.map((system) => [
    system,
    spread(ready[system]),
    system === "triptych" ? verdict(ready[system]?.median, START_TARGETS.ready) : "",
    plain(idle[system]),
    system === "triptych" ? verdict(idle[system], START_TARGETS.idle) : "",
  ]);
  return table(["Start", `killed to ready, ${gigabytes} GB, ms`, "target", "idle memory MB", "target"], rows);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function plain(number: number | undefined): string {
  return number?.toLocaleString("en", { maximumSignificantDigits: 3 }) ?? "–";
}

function spread(found: Spread | undefined): string {
  return found ? `${plain(found.median)} (${plain(found.min)} to ${plain(found.max)})` : "–";
}
