import { setTimeout } from "node:timers/promises";
import type { Test } from "tap";
import { openApp } from "./app.ts";

/** The values of a scrape by metric with its labels, as in the text. */
export type Samples = ReadonlyMap<string, number>;

/** Starts a server that serves metrics. Returns it with a function that reads them over HTTP. */
export async function openMeasuredApp(
  t: Test,
  settings: Parameters<typeof openApp>[1] = {},
  changes: Parameters<typeof openApp>[2] = {},
) {
  const app = await openApp(t, { METRICS_ADDRESS: "127.0.0.1:0", ...settings }, { metricsInterval: 5, ...changes });
  const metricsUrl = metricsUrlIn(app.log.join("\n"));
  return { ...app, metricsUrl, ...readerOf(metricsUrl) };
}

/** The URL of the metrics that a server has logged. */
export function metricsUrlIn(log: string): string {
  const url = /Metrics: (http:\S+\/metrics)/.exec(log)?.[1];
  if (url === undefined) throw new Error("The server has not logged where its metrics are.");
  return url;
}

/** Functions that read metrics. */
export function readerOf(url: string) {
  const scrape = async () => samplesIn(await (await fetch(url, { headers: { connection: "close" } })).text());
  /** One value; 0 if it is absent. */
  const read = async (sample: string) => (await scrape()).get(sample) ?? 0;
  /** Scrapes until a value meets a condition, and returns it. */
  const until = async (sample: string, isMet: (value: number | undefined) => boolean) => {
    for (;;) {
      const value = (await scrape()).get(sample);
      if (isMet(value)) return value;
      await setTimeout(2);
    }
  };
  return { scrape, read, until };
}

/** Parses the text format, as far as the server uses it. Throws for other lines. */
export function samplesIn(text: string): Samples {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, sample, value] = /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})?) ([-+.\de]+)$/.exec(line) ?? [];
      if (sample === undefined) throw new Error(`This is no sample: ${line}`);
      return [sample, Number(value)] as const;
    }),
  );
}
