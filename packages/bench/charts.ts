import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Results } from "./comparison/results.ts";
import type { GrowthResults } from "./growth/results.ts";
import type { Spread } from "./statistics.ts";

/** Legible on white and on black. */
const INK = "#808890";
const COLORS = { range: ["#2f81f7", "#e5892b", "#3fa45b"] };

const STYLE = {
  font: "system-ui, sans-serif",
  axis: { labelColor: INK, titleColor: INK, gridColor: INK, gridOpacity: 0.25, tickColor: INK, domainColor: INK },
  header: { labelColor: INK },
  legend: { labelColor: INK, titleColor: INK, orient: "bottom" },
  title: { color: INK, subtitleColor: INK, anchor: "start" },
  view: { stroke: null },
} as const;

/** A bar per workload and compared system. */
const BARS = {
  y: { field: "workload", type: "nominal", sort: null, title: null, axis: { labelLimit: 340 } },
  yOffset: { field: "comparedWith", sort: null },
} as const;

/** Triptych's request rate divided by those of the other systems, as SVG. */
export function comparisonChart({ workloads }: Results): Promise<string> {
  const values = Object.values(workloads).flatMap(({ title, ratios }) => [
    ...toBars(title, "the limit", ratios.limit),
    ...toBars(title, "Express", ratios.express),
    ...toBars(title, "PocketBase", ratios.pocketbase),
  ]);
  return toSvg({
    width: 460,
    height: { step: 15 },
    title: {
      text: "Triptych's request rate relative to the other servers, on the same machine",
      subtitle: "Bars: medians; lines: minimum to maximum of the rounds. Logarithmic axis.",
    },
    data: { values },
    layer: [
      {
        mark: { type: "bar" },
        encoding: {
          ...BARS,
          x: { field: "median", type: "quantitative", scale: { type: "log", nice: true }, title: "ratio of the rates" },
          x2: { datum: 1 },
          color: { field: "comparedWith", type: "nominal", sort: null, title: "compared with", scale: COLORS },
        },
      },
      {
        mark: { type: "rule", color: INK },
        encoding: { ...BARS, x: { field: "min", type: "quantitative" }, x2: { field: "max" } },
      },
      { mark: { type: "rule", color: INK, strokeWidth: 1.5 }, encoding: { x: { datum: 1 } } },
    ],
  });
}

function toBars(workload: string, comparedWith: string, ratio: Spread | undefined) {
  return ratio === undefined ? [] : [{ workload, comparedWith, ...ratio }];
}

/** One small chart per workload with a line per engine, as SVG. */
export function growthChart({ workloads }: GrowthResults): Promise<string> {
  const values = workloads.flatMap(({ engine, name, grows, ms }) =>
    Object.entries(ms).map(([rows, time]) => ({
      engine,
      workload: grows === undefined ? name : `${name} (not flat)`,
      rows: Number(rows),
      ms: time,
    })),
  );
  return toSvg({
    title: {
      text: "Milliseconds of one request, by the number of rows",
      subtitle: "Medians of requests one after the other on one connection. Each axis begins at 0.",
    },
    data: { values },
    facet: {
      field: "workload",
      type: "nominal",
      sort: [...new Set(values.map(({ workload }) => workload))],
      title: null,
    },
    columns: 3,
    align: "all",
    spec: {
      width: 220,
      height: 90,
      mark: { type: "line", point: true },
      encoding: {
        x: {
          field: "rows",
          type: "quantitative",
          scale: { type: "log" },
          title: null,
          axis: { values: [...new Set(values.map(({ rows }) => rows))], format: "~s", grid: false },
        },
        y: { field: "ms", type: "quantitative", scale: { zero: true }, title: "ms", axis: { tickCount: 4 } },
        color: { field: "engine", type: "nominal", sort: null, title: null, scale: COLORS },
      },
    },
    resolve: { scale: { y: "independent" }, axis: { x: "independent" } },
  });
}

function toSvg(specification: TopLevelSpec): Promise<string> {
  const { spec } = compile({ background: "transparent", ...specification, config: STYLE });
  return new View(parse(spec), { renderer: "none" }).toSVG();
}
