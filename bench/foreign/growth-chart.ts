import { stdin, stdout } from "node:process";
import { json } from "node:stream/consumers";
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { GrowthResults } from "../growth/results.ts";

// Reads how requests grow with the rows of the database and writes a chart of it: for each kind of work a small one, with a line an engine.

/** Legible on white and on black. */
const INK = "#808890";
const COLORS = { range: ["#2f81f7", "#e5892b"] };

const results: GrowthResults = await json(stdin).then((found): GrowthResults => Object(found));
const points = results.works.flatMap(({ engine, work, grows, ms }) =>
  Object.entries(ms).map(([rows, wait]) => ({
    engine,
    work: grows === undefined ? work : `${work} (not flat)`,
    rows: Number(rows),
    ms: wait,
  })),
);

const specification: TopLevelSpec = {
  $schema: "https://vega.github.io/schema/vega-lite/v6.json",
  background: "transparent",
  title: {
    text: "Milliseconds of one request, by the number of rows",
    subtitle: "Medians of requests one after the other on one connection. Each chart begins at 0.",
    anchor: "start",
  },
  data: { values: points },
  facet: { field: "work", type: "nominal", sort: [...new Set(points.map(({ work }) => work))], title: null },
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
        axis: { values: [...new Set(points.map(({ rows }) => rows))], format: "~s", grid: false },
      },
      y: { field: "ms", type: "quantitative", scale: { zero: true }, title: "ms", axis: { tickCount: 4 } },
      color: { field: "engine", type: "nominal", sort: null, title: null, scale: COLORS },
    },
  },
  resolve: { scale: { y: "independent" }, axis: { x: "independent" } },
  config: {
    font: "system-ui, sans-serif",
    axis: { labelColor: INK, titleColor: INK, gridColor: INK, gridOpacity: 0.25, tickColor: INK, domainColor: INK },
    header: { labelColor: INK },
    legend: { labelColor: INK, orient: "bottom" },
    title: { color: INK, subtitleColor: INK },
    view: { stroke: null },
  },
};

stdout.write(await new View(parse(compile(specification).spec), { renderer: "none" }).toSVG());
