import { stdin, stdout } from "node:process";
import { json } from "node:stream/consumers";
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Results, Spread } from "../results/results.ts";

// Reads the results of a benchmark and writes a chart of them: how many times the rate of each other system Triptych's is.

/** Legible on white and on black. */
const INK = "#808890";
const COLORS = { range: ["#2f81f7", "#e5892b"] };

/** Two bars a work. */
const PLACE = {
  y: { field: "work", type: "nominal", sort: null, title: null, axis: { labelLimit: 340 } },
  yOffset: { field: "other", sort: null },
} as const;

const results: Results = await json(stdin).then((found): Results => Object(found));
const rows = Object.values(results.works).flatMap(({ title, ratios }) => [
  ...rowOf(title, "the limit", ratios.limit),
  ...rowOf(title, "Express", ratios.express),
]);

const specification: TopLevelSpec = {
  $schema: "https://vega.github.io/schema/vega-lite/v6.json",
  background: "transparent",
  width: 460,
  height: { step: 15 },
  title: {
    text: "Requests a second of Triptych, as a multiple of what others answer on the same machine",
    subtitle: "Bars: medians; lines: least to most of the rounds. 1: as many. The axis is logarithmic.",
    anchor: "start",
  },
  data: { values: rows },
  layer: [
    {
      mark: { type: "bar" },
      encoding: {
        ...PLACE,
        x: {
          field: "median",
          type: "quantitative",
          scale: { type: "log", nice: true },
          title: "times the rate of the other",
        },
        x2: { datum: 1 },
        color: { field: "other", type: "nominal", sort: null, title: "compared with", scale: COLORS },
      },
    },
    {
      mark: { type: "rule", color: INK },
      encoding: { ...PLACE, x: { field: "min", type: "quantitative" }, x2: { field: "max" } },
    },
    { mark: { type: "rule", color: INK, strokeWidth: 1.5 }, encoding: { x: { datum: 1 } } },
  ],
  config: {
    font: "system-ui, sans-serif",
    axis: { labelColor: INK, titleColor: INK, gridColor: INK, gridOpacity: 0.25, tickColor: INK, domainColor: INK },
    legend: { labelColor: INK, titleColor: INK, orient: "bottom" },
    title: { color: INK, subtitleColor: INK },
    view: { stroke: null },
  },
};

stdout.write(await new View(parse(compile(specification).spec), { renderer: "none" }).toSVG());

function rowOf(work: string, other: string, found: Spread | undefined) {
  return found === undefined ? [] : [{ work, other, ...found }];
}
